import { sql, type Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { accountKey } from './account-key.ts';

export interface GrowingLockLimits {
  /** From this failure on, each locks, twice as long every time. */
  readonly failuresToLock: number;
  readonly firstLockMs: number;
  readonly longestLockMs: number;
}

/** Counts consecutive failures, and locks for longer each time. */
export interface GrowingLock {
  /** Remaining time of the lock in milliseconds; 0 if there is none. */
  waitMs(key: string): Promise<number>;
  /** Counts a failure. Returns true if it locked. */
  failed(key: string): Promise<boolean>;
  forgive(key: string): Promise<void>;
}

export interface GrowingLockOptions {
  readonly db: Kysely<Tables>;
  readonly limits: GrowingLockLimits;
  readonly now: () => number;
}

/** Failures are forgotten after this time without a new one. */
export const failuresKeptMs = 30 * 24 * 3_600_000;

export function createGrowingLock({ db, limits, now }: GrowingLockOptions): GrowingLock {
  return {
    waitMs: async (key) => {
      const account = accountKey(key);
      const row = await db
        .selectFrom('login_failures')
        .select('locked_until')
        .where('account', '=', account)
        .executeTakeFirst();
      return Math.max(0, (row?.locked_until ?? 0) - now());
    },
    failed: async (key) => {
      const time = now();
      const failures = sql<number>`
        (case when login_failures.last < ${time - failuresKeptMs}::bigint then 1
         else login_failures.failures + 1 end)`;
      const lockedUntil = (count: typeof failures) => sql<number>`
        case when ${count} < ${limits.failuresToLock} then 0
        else ${time}::bigint + least(
          ${limits.longestLockMs}::bigint,
          (${limits.firstLockMs}::bigint * power(2, least(${count} - ${limits.failuresToLock}, 30)))::bigint
        ) end`;
      const first = { account: accountKey(key), failures: 1, last: time };
      const row = await db
        .insertInto('login_failures')
        .values({ ...first, locked_until: lockedUntil(sql<number>`1`) })
        .onConflict((conflict) =>
          conflict.column('account').doUpdateSet({ failures, last: time, locked_until: lockedUntil(failures) }),
        )
        .returning('locked_until')
        .executeTakeFirstOrThrow();
      return row.locked_until > time;
    },
    forgive: async (key) => {
      await db.deleteFrom('login_failures').where('account', '=', accountKey(key)).execute();
    },
  };
}
