import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { AnyTransaction } from '../../database/rooms.ts';
import { own, type Tables } from '../room.ts';
import { networkOf, siteOf } from '../../platform/limits/network-of.ts';
import { networksOfSite } from '../../platform/limits/allowances.ts';
import type { CodePurpose } from '../mails/code-mail.ts';
import { accountKey } from '../limits/account-key.ts';
import type { CodeAlarm } from './code-alarm.ts';
import type { AccountLimits } from '../limits/account-limits.ts';
import { knownAs, type Origin } from '../../transport/http/origin.ts';
import { admit, type Count } from '../limits/attempt-counts.ts';
import { createAttemptLimiter } from '../limits/attempt-limiter.ts';
import { tooOften } from '../../refusals/refuse.ts';

/** A code for another purpose, address or binding is refused. */
export interface CodeFor {
  readonly purpose: CodePurpose;
  readonly address: string;
  /** The customer or action that the code is bound to; issue and check must use the same text. */
  readonly boundTo?: string;
}

export interface Guess {
  readonly code: string;
  /** The request that the guess belongs to; undefined if the client doesn't send it. */
  readonly flow: string | undefined;
  readonly origin: Origin;
}

export interface IssuedCode {
  readonly code: string;
  /** Identifies the request, known to its caller only: guesses that name it count against it alone. */
  readonly flow: string;
}

export interface Codes {
  /** Creates a code of 6 digits beside those still valid. It is stored as a keyed hash. */
  issue(target: CodeFor): Promise<IssuedCode>;
  /** Does the same work as `issue` with a code that no one can know. Returns the flow. */
  issueNone(target: CodeFor): Promise<string>;
  /**
   * Checks a guess and returns the id of the matching code. A wrong guess counts against its flow; without a flow, against its device or network,
   * never against another caller's flow. @throws Refusal `tooManyRequests` if that allowance is used up
   */
  check(target: CodeFor, guess: Guess): Promise<string | null>;
  /** Uses up a checked code and all others valid beside it; false if another call was first. Call it in the transaction that the code authorises. */
  useUp(handle: AnyTransaction, id: string): Promise<boolean>;
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

  /** The code of the named flow, so that a guess tests one code; without a flow, one of the latest. */
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
      .limit(limits.maxMatched)
      .execute();
    const right = rows.filter((row) => timingSafeEqual(row.code_hash, hashOf(row.id, target, code)));
    return right[0]?.id ?? null;
  }

  return {
    issue: async (target) => {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      return { code, flow: await store(rowOf(secret, target), code) };
    },
    // No guess has this form.
    issueNone: (target) => store(rowOf(secret, target), randomUUID()),
    check: async (given, guess) => {
      const target = rowOf(secret, given);
      const admitted = await admit(countsOf(target, guess), tooOften);
      const look = async (): Promise<string | null> => {
        if (guess.flow === undefined) return matching(target, guess);
        if (!(await takeTry(options, target, guess.flow))) return null;
        const id = await matching(target, guess);
        if (id !== null) await giveTryBack(db, guess.flow);
        return id;
      };
      const id = await admitted.unlessUndecided(look);
      if (id !== null) await admitted.succeeded();
      else {
        await admitted.failed();
        alarm.failed();
      }
      return id;
    },
    useUp,
  };
}

/** The target as rows have it: a phone number is hashed. */
function rowOf(secret: string, target: CodeFor): CodeFor {
  if (target.purpose !== 'phone') return target;
  return { ...target, address: createHmac('sha256', secret).update(`phone ${target.address}`).digest('hex') };
}

/** The counters of a guess beside its flow. */
function guessCounts({ db, limits, now }: CodesOptions): (target: CodeFor, guess: Guess) => Count[] {
  const allow = (name: string, points: number, windowMs: number) =>
    createAttemptLimiter({ db, name, points, windowMs, now });
  const ofOne = [allow('code-guess', limits.maxTries, limits.lifeMs)];
  const ofAddress = [allow('code-guess-address', limits.guessesPerDay, dayMs)];
  const ofNetwork = [allow('code-guess-ip', limits.guessesPerIp, limits.lifeMs)];
  const ofSite = [allow('code-guess-site', limits.guessesPerIp * networksOfSite, limits.lifeMs)];
  const ofKnown = [allow('code-guess-one', limits.guessesPerDayOfOne, dayMs)];
  const ofAccount = [allow('code-guess-account', limits.guessesPerDayOfAccount, dayMs)];

  /** Sums up attempts over flows, as a thief of a session can request many. Resets are exempt, so that they always let the owner back in. */
  function countsOfKnown(known: string, to: string): Count[] {
    return [
      { key: `${known} ${to}`, limiters: ofKnown },
      { key: `known ${to}`, limiters: ofAccount },
    ];
  }

  function countsOfNetwork(ip: string): Count[] {
    const site = siteOf(ip);
    return [
      { key: networkOf(ip), limiters: ofNetwork, isShared: true },
      ...(site === null ? [] : [{ key: site, limiters: ofSite, isShared: true }]),
    ];
  }

  return ({ purpose, address }, { flow, origin }) => {
    const known = knownAs(origin);
    const to = `${purpose} ${accountKey(address).toString('hex')}`;
    const own = `${known ?? networkOf(origin.ip)} ${to}`;
    const isStranger = known === null && origin.isFamiliar !== true;
    const bare = [
      { key: own, limiters: ofOne },
      { key: isStranger ? to : own, limiters: ofAddress },
    ];
    return [
      ...(flow === undefined ? bare : []),
      ...(known === null ? countsOfNetwork(origin.ip) : countsOfKnown(known, to)),
    ];
  };
}

/** Counts in the same statement that checks, so that concurrent guesses can't exceed `maxTries`. */
async function takeTry({ db, limits, now }: CodesOptions, { purpose, address }: CodeFor, flow: string) {
  const row = await db
    .updateTable('codes')
    .set((expression) => ({ tries: expression('tries', '+', 1) }))
    .where('id', '=', flow)
    .where('purpose', '=', purpose)
    .where('address', '=', address)
    .where('expires', '>', now())
    .where('tries', '<', limits.maxTries)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A right code may be sent again if another field of the call was wrong. */
async function giveTryBack(db: Kysely<Tables>, flow: string): Promise<void> {
  const tries = sql<number>`tries - 1`;
  await db.updateTable('codes').set({ tries }).where('id', '=', flow).execute();
}

async function dropOldest({ db, limits }: CodesOptions, { purpose, address }: CodeFor): Promise<void> {
  const ofTarget = (query: Kysely<Tables>) =>
    query.selectFrom('codes').select('id').where('purpose', '=', purpose).where('address', '=', address);
  await db
    .deleteFrom('codes')
    .where('id', 'in', ofTarget(db).orderBy('number', 'desc').offset(limits.maxOutstanding))
    .execute();
}

/** Codes valid beside it are used up too. */
async function useUp(handle: AnyTransaction, id: string): Promise<boolean> {
  const transaction = own(handle);
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
