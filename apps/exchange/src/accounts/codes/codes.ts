import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { networkOf, networksOfSite, siteOf } from '../../transport/http/rate-limits.ts';
import type { CodePurpose } from '../mails/code-mail.ts';
import { accountKey } from '../limits/account-key.ts';
import type { CodeAlarm } from './code-alarm.ts';
import type { AccountLimits } from '../limits/account-limits.ts';
import { knownAs, type Origin } from '../../transport/http/origin.ts';
import { admit, type Count } from '../limits/attempt-counts.ts';
import { createTries } from '../limits/attempts.ts';
import { tooOften } from '../../refusals/refusal.ts';

/** A code for another purpose, address or binding is not accepted. */
export interface CodeFor {
  readonly purpose: CodePurpose;
  readonly address: string;
  /** Whose it is or what exactly it allows, in words that both sides write alike. */
  readonly boundTo?: string;
}

export interface Guess {
  readonly code: string;
  /** The request that the guess belongs to, as its asker was told; undefined where the client doesn't say. */
  readonly flow: string | undefined;
  readonly origin: Origin;
}

export interface IssuedCode {
  readonly code: string;
  /** Names the request to its asker alone: guesses that say it count against nobody else's. */
  readonly flow: string;
}

export interface Codes {
  /** Makes a new code of 6 digits beside those that wait. It is kept as a keyed hash. */
  issue(target: CodeFor): Promise<IssuedCode>;
  /** Does the same work as `issue`, and leaves a code that nobody can know. Gives the flow. */
  issueNone(target: CodeFor): Promise<string>;
  /**
   * Looks at a guess, and gives the id of a code if it is right. A wrong one counts against its flow; where it names none, against its device or
   * network, and never against anybody's flow. @throws Refusal 429 where that allowance is used up
   */
  check(target: CodeFor, guess: Guess): Promise<string | null>;
  /** Uses a checked code up, and with it all that wait beside it; false if somebody else just did. In the transaction of what it is used for. */
  useUp(transaction: Transaction<Tables>, id: string): Promise<boolean>;
}

export interface CodesOptions {
  readonly db: Kysely<Tables>;
  readonly secret: string;
  readonly limits: AccountLimits['code'];
  readonly alarm: CodeAlarm;
  readonly now: () => number;
}

const dayMs = 24 * 3_600_000;

export function createCodes(options: CodesOptions): Codes {
  const { db, secret, limits, alarm, now } = options;
  const countsOf = guessCounts(options);
  const hashOf = (id: string, { boundTo = '' }: CodeFor, text: string): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([id, boundTo, text]))
      .digest();

  async function store(target: CodeFor, text: string): Promise<string> {
    const { purpose, address } = target;
    const id = randomUUID();
    const row = { id, code_hash: hashOf(id, target, text), expires: now() + limits.lifeMs, tries: 0 };
    await db
      .insertInto('codes')
      .values({ purpose, address, ...row })
      .execute();
    await dropOldest(options, target);
    return id;
  }

  /** The code of the flow that a guess names, so that a guess is good for one code alone; without a flow one of the latest. */
  async function matching(target: CodeFor, { code, flow }: Guess): Promise<string | null> {
    const { purpose, address } = target;
    const waiting = db
      .selectFrom('codes')
      .select(['id', 'code_hash'])
      .where('purpose', '=', purpose)
      .where('address', '=', address)
      .where('expires', '>', now());
    const rows = await (flow === undefined ? waiting : waiting.where('id', '=', flow))
      .orderBy('number', 'desc')
      .limit(limits.matchedMax)
      .execute();
    const right = rows.filter((row) => timingSafeEqual(row.code_hash, hashOf(row.id, target, code)));
    return right[0]?.id ?? null;
  }

  return {
    issue: async (target) => {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      return { code, flow: await store(target, code) };
    },
    // No guess has this form.
    issueNone: (target) => store(target, randomUUID()),
    check: async (target, guess) => {
      const admitted = await admit(countsOf(target, guess), tooOften);
      const look = async (): Promise<string | null> => {
        if (guess.flow === undefined) return matching(target, guess);
        if (!(await takeTry(options, target, guess.flow))) return null;
        const id = await matching(target, guess);
        if (id !== null) await giveTryBack(db, guess.flow);
        return id;
      };
      const id = await admitted.unlessUndecided(look);
      if (id !== null) {
        await admitted.succeeded();
        return id;
      }
      await admitted.failed();
      alarm.failed();
      return null;
    },
    useUp,
  };
}

/** Whom a guess counts against beside its flow. */
function guessCounts({ db, limits, now }: CodesOptions): (target: CodeFor, guess: Guess) => Count[] {
  const allow = (name: string, points: number, windowMs: number) => createTries({ db, name, points, windowMs, now });
  const ofOne = [allow('code-guess', limits.triesMax, limits.lifeMs)];
  const ofAddress = [allow('code-guess-address', limits.guessesPerDay, dayMs)];
  const ofNetwork = [allow('code-guess-ip', limits.guessesPerIp, limits.lifeMs)];
  const ofSite = [allow('code-guess-site', limits.guessesPerIp * networksOfSite, limits.lifeMs)];
  const ofKnown = [allow('code-guess-one', limits.guessesPerDayOfOne, dayMs)];
  const ofAccount = [allow('code-guess-account', limits.guessesPerDayOfAccount, dayMs)];

  /** A thief of a session asks for flow after flow: tries in each add up. A reset isn't among them, so it gets the owner back in. */
  function countsOfKnown(known: string, to: string): Count[] {
    return [
      { key: `${known} ${to}`, tries: ofKnown },
      { key: `known ${to}`, tries: ofAccount },
    ];
  }

  function countsOfNetwork(ip: string): Count[] {
    const site = siteOf(ip);
    return [
      { key: networkOf(ip), tries: ofNetwork, isShared: true },
      ...(site === null ? [] : [{ key: site, tries: ofSite, isShared: true }]),
    ];
  }

  return ({ purpose, address }, { flow, origin }) => {
    const known = knownAs(origin);
    const to = `${purpose} ${accountKey(address).toString('hex')}`;
    const own = `${known ?? networkOf(origin.ip)} ${to}`;
    const isStranger = known === null && origin.isFamiliar !== true;
    const bare = [
      { key: own, tries: ofOne },
      { key: isStranger ? to : own, tries: ofAddress },
    ];
    return [
      ...(flow === undefined ? bare : []),
      ...(known === null ? countsOfNetwork(origin.ip) : countsOfKnown(known, to)),
    ];
  };
}

/** The count goes up in the same statement that looks: of any number of guesses at once, only `triesMax` are looked at. */
async function takeTry({ db, limits, now }: CodesOptions, { purpose, address }: CodeFor, flow: string) {
  const row = await db
    .updateTable('codes')
    .set((expression) => ({ tries: expression('tries', '+', 1) }))
    .where('id', '=', flow)
    .where('purpose', '=', purpose)
    .where('address', '=', address)
    .where('expires', '>', now())
    .where('tries', '<', limits.triesMax)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A right code may come again, where something else of the call was wrong. */
async function giveTryBack(db: Kysely<Tables>, flow: string): Promise<void> {
  const tries = sql<number>`tries - 1`;
  await db.updateTable('codes').set({ tries }).where('id', '=', flow).execute();
}

async function dropOldest({ db, limits }: CodesOptions, { purpose, address }: CodeFor): Promise<void> {
  const ofTarget = (query: Kysely<Tables>) =>
    query.selectFrom('codes').select('id').where('purpose', '=', purpose).where('address', '=', address);
  await db
    .deleteFrom('codes')
    .where('id', 'in', ofTarget(db).orderBy('number', 'desc').offset(limits.outstandingMax))
    .execute();
}

/** Those that wait beside it go, too. */
async function useUp(transaction: Transaction<Tables>, id: string): Promise<boolean> {
  const used = await transaction
    .deleteFrom('codes')
    .where('id', '=', id)
    .returning(['purpose', 'address'])
    .executeTakeFirst();
  if (used === undefined) return false;
  await transaction
    .deleteFrom('codes')
    .where('purpose', '=', used.purpose)
    .where('address', '=', used.address)
    .execute();
  return true;
}
