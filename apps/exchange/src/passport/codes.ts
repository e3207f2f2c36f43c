import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { CodePurpose } from '../mail/code-mail.ts';
import type { CodeAlarm } from './code-alarm.ts';
import type { PassportLimits } from './limits.ts';

/** A code for another purpose, address or binding is not accepted. */
export interface CodeFor {
  readonly purpose: CodePurpose;
  readonly address: string;
  /** Whose it is or what exactly it allows, in words that both sides write alike. */
  readonly boundTo?: string;
}

export interface Codes {
  /** Makes a new code of 6 digits and puts the old one out. It is kept as a keyed hash. */
  issue(target: CodeFor): Promise<string>;
  /** Does the same work as `issue`, and leaves a code that nobody can know. */
  issueNone(target: CodeFor): Promise<void>;
  /** Looks at a guess: counts it, and gives the id of the code if it is right. */
  check(target: CodeFor, guess: string): Promise<string | null>;
  /** Uses a checked code up; false if somebody else just did. In the transaction of what it is used for. */
  useUp(transaction: Transaction<Tables>, id: string): Promise<boolean>;
}

export interface CodesOptions {
  readonly db: Kysely<Tables>;
  readonly secret: string;
  readonly limits: PassportLimits['code'];
  readonly alarm: CodeAlarm;
  readonly now: () => number;
}

export function createCodes({ db, secret, limits, alarm, now }: CodesOptions): Codes {
  const hashOf = (id: string, { boundTo = '' }: CodeFor, text: string): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([id, boundTo, text]))
      .digest();

  async function store(target: CodeFor, text: string): Promise<void> {
    const { purpose, address } = target;
    const id = randomUUID();
    const row = { id, code_hash: hashOf(id, target, text), expires: now() + limits.lifeMs, tries: 0 };
    await db
      .insertInto('codes')
      .values({ purpose, address, ...row })
      .onConflict((conflict) => conflict.columns(['purpose', 'address']).doUpdateSet(row))
      .execute();
  }

  return {
    issue: async (target) => {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      await store(target, code);
      return code;
    },
    // No guess has this form.
    issueNone: (target) => store(target, randomUUID()),
    check: async (target, guess) => {
      const { purpose, address } = target;
      // The count goes up in the same statement that reads: of any number of guesses at once, only `triesMax` are looked at.
      const row = await db
        .updateTable('codes')
        .set((expression) => ({ tries: expression('tries', '+', 1) }))
        .where('purpose', '=', purpose)
        .where('address', '=', address)
        .where('expires', '>', now())
        .where('tries', '<', limits.triesMax)
        .returning(['id', 'code_hash'])
        .executeTakeFirst();
      if (row && timingSafeEqual(row.code_hash, hashOf(row.id, target, guess))) return row.id;
      alarm.failed();
      return null;
    },
    useUp: async (transaction, id) => {
      const { numDeletedRows } = await transaction.deleteFrom('codes').where('id', '=', id).executeTakeFirst();
      return numDeletedRows === 1n;
    },
  };
}
