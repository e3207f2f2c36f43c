import { Code } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { networkOf, networksOfSite, siteOf } from '../../transport/http/rate-limits.ts';
import { createGrowingLock } from '../limits/growing-lock.ts';
import type { AccountLimits } from '../limits/account-limits.ts';
import { knownAs, type Origin } from '../../transport/http/origin.ts';
import { admit, type Admitted, type Count } from '../limits/attempt-counts.ts';
import { createTries } from '../limits/attempts.ts';

/** One log-in: whose it says to be, and where it comes from. */
export interface Attempt extends Origin {
  readonly email: string;
}

/**
 * Slows guessing down. It treats addresses that nobody has like those of customers. A known device and a session have counts of their own; strangers
 * count by account and network, and for the account together. So nobody keeps a customer out of a device that they have used, nor, from elsewhere,
 * out of a network from which they came before.
 */
export interface LoginGuard {
  /** Before the password is looked at. @throws Refusal 401 while the account is locked, 429 where there were too many wrong ones of late */
  admit(attempt: Attempt): Promise<Admitted>;
  /** Ends what strangers counted against the account, and what its network did: the owner of the mailbox chose a new password. */
  forgive(attempt: Attempt): Promise<void>;
}

export interface LoginGuardOptions {
  readonly db: Kysely<Tables>;
  readonly limits: AccountLimits['login'];
  readonly now: () => number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export function createLoginGuard({ db, limits, now }: LoginGuardOptions): LoginGuard {
  const allow = (name: string, points: number, windowMs: number) => createTries({ db, name, points, windowMs, now });
  const own = [
    allow('login-minute', limits.perMinutePerAccount, minuteMs),
    allow('login-hour', limits.perHourPerAccount, hourMs),
  ];
  const ofStrangers = [allow('login-strangers', limits.perHourOfStrangers, hourMs)];
  const byIp = [allow('login-ip', limits.perMinutePerIp, minuteMs)];
  const bySite = [allow('login-site', limits.perMinutePerIp * networksOfSite, minuteMs)];
  const lock = createGrowingLock({ db, limits, now });
  const { failuresOfStrangersToLock: failuresToLock, longestLockOfStrangersMs: longestLockMs } = limits;
  const strangersLock = createGrowingLock({ db, limits: { ...limits, failuresToLock, longestLockMs }, now });

  /** The narrowest first. */
  function countsOf(attempt: Attempt): Count[] {
    const { email, ip } = attempt;
    const known = knownAs(attempt);
    if (known !== null) return [{ key: `${known} ${email}`, tries: own, lock }];
    const network = networkOf(ip);
    const site = siteOf(ip);
    const together = { key: `strangers ${email}`, tries: ofStrangers, lock: strangersLock };
    return [
      { key: `${network} ${email}`, tries: own, lock },
      ...(attempt.isFamiliar === true ? [] : [together]),
      { key: network, tries: byIp, isShared: true },
      ...(site === null ? [] : [{ key: site, tries: bySite, isShared: true }]),
    ];
  }

  return {
    admit: (attempt) => admit(countsOf(attempt), accountLocked),
    forgive: async (attempt) => {
      for (const { key, tries, lock: locks, isShared } of countsOf(attempt)) {
        if (isShared) continue;
        await locks?.forgive(key);
        for (const each of tries) await each.forgive(key);
      }
    },
  };
}

function accountLocked(waitMs: number): Refusal {
  const retryAfter = Math.ceil(waitMs / 1000);
  const minutes = Math.ceil(waitMs / minuteMs);
  return new Refusal(Code.accountLocked, 'accountLocked', { values: { minutes }, data: { retryAfter } });
}
