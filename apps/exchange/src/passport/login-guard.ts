import { Code } from '@fft/contract';
import { sql, type Kysely } from 'kysely';
import type pg from 'pg';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../http/refusal.ts';
import { accountKey } from './account-key.ts';
import type { PassportLimits } from './limits.ts';
import { createAddressLimit, createRateLimit } from '../http/rate-limits.ts';

/** One log-in: whose it says to be, and where it comes from. */
export interface Attempt {
  readonly email: string;
  readonly ip: string;
}

/** Slows guessing down. It treats addresses that nobody has like those of customers. */
export interface LoginGuard {
  /** Before the password is looked at. Throws 401 while the account is locked, 429 where there were too many wrong ones of late. */
  admit(attempt: Attempt): Promise<void>;
  failed(attempt: Attempt): Promise<void>;
  /** Not counted after all, and what was counted before stays: the password was right, and the second factor is asked for. */
  undecided(attempt: Attempt): Promise<void>;
  /** Decides by `look`; where that throws, as nobody had the time for it, the attempt doesn't count. */
  unlessUndecided<T>(attempt: Attempt, look: () => Promise<T>): Promise<T>;
  succeeded(attempt: Attempt): Promise<void>;
  /** Ends a lock and the counting: the owner of the mailbox chose a new password. */
  forgive(email: string): Promise<void>;
}

export interface LoginGuardOptions {
  readonly db: Kysely<Tables>;
  readonly pool: pg.Pool;
  readonly limits: PassportLimits['login'];
  readonly now: () => number;
}

export function createLoginGuard({ db, pool, limits, now }: LoginGuardOptions): LoginGuard {
  const minute = { seconds: 60 };
  const byIp = createAddressLimit(pool, { name: 'login-ip', points: limits.perMinutePerIp, ...minute });
  const byMinute = createRateLimit(pool, { name: 'login-minute', points: limits.perMinutePerAccount, ...minute });
  const byHour = createRateLimit(pool, { name: 'login-hour', points: limits.perHourPerAccount, seconds: 3600 });

  async function forgive(email: string): Promise<void> {
    const account = accountKey(email);
    const key = account.toString('hex');
    await db.deleteFrom('login_failures').where('account', '=', account).execute();
    await Promise.all([byMinute.reset(key), byHour.reset(key)]);
  }

  async function undecided({ email, ip }: Attempt): Promise<void> {
    const key = accountKey(email).toString('hex');
    await Promise.all([byIp.giveBack(ip), byMinute.giveBack(key), byHour.giveBack(key)]);
  }
  return {
    admit: async ({ email, ip }) => {
      const account = accountKey(email);
      await refuseIfLocked(db, account, now());
      const key = account.toString('hex');
      // Taken before the password is looked at, so that guesses sent at once all count; given back if it was right.
      await byIp.take(ip);
      await byMinute.take(key);
      await byHour.take(key);
    },
    failed: async ({ email }) => {
      await db
        .insertInto('login_failures')
        .values({ account: accountKey(email), failures: 1, locked_until: 0, last: now() })
        .onConflict((conflict) =>
          conflict.column('account').doUpdateSet({
            failures: sql<number>`login_failures.failures + 1`,
            last: now(),
            locked_until: sql<number>`
              case when login_failures.failures + 1 < ${limits.failuresToLock} then 0
              else ${now()}::bigint + least(
                ${limits.longestLockMs}::bigint,
                (${limits.firstLockMs}::bigint * power(2, least(login_failures.failures + 1 - ${limits.failuresToLock}, 30)))::bigint
              ) end`,
          }),
        )
        .execute();
    },
    undecided,
    unlessUndecided: (attempt, look) =>
      look().catch(async (error: unknown) => {
        await undecided(attempt);
        throw error;
      }),
    succeeded: async ({ email, ip }) => {
      await Promise.all([byIp.giveBack(ip), forgive(email)]);
    },
    forgive,
  };
}

async function refuseIfLocked(db: Kysely<Tables>, account: Buffer, now: number): Promise<void> {
  const row = await db
    .selectFrom('login_failures')
    .select('locked_until')
    .where('account', '=', account)
    .executeTakeFirst();
  const waitMs = (row?.locked_until ?? 0) - now;
  if (waitMs <= 0) return;
  const retryAfter = Math.ceil(waitMs / 1000);
  const minutes = Math.ceil(waitMs / 60_000);
  throw new Refusal(Code.accountLocked, 'accountLocked', { values: { minutes }, data: { retryAfter } });
}
