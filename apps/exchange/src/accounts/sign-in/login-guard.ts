import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { waitOf } from '../../refusals/duration-text.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import { networkOf, siteOf } from '../../platform/limits/network-of.ts';
import { networksOfSite } from '../../platform/limits/allowances.ts';
import { createGrowingLock } from '../limits/growing-lock.ts';
import type { AccountLimits } from '../limits/account-limits.ts';
import { knownAs, type Origin } from '../../transport/http/origin.ts';
import { admit, type Admitted, type Count } from '../limits/attempt-counts.ts';
import { createAttemptLimiter } from '../limits/attempt-limiter.ts';

/** A log-in attempt: the claimed account and the origin. */
export interface LoginAttempt extends Origin {
  readonly email: string;
}

/**
 * Slows down password guessing, alike for known and unknown addresses. Known devices and sessions have their own counts; strangers count by
 * account and network, and in total for the account. So no one can lock customers out of devices they have used, nor, from elsewhere,
 * out of a familiar network.
 */
export interface LoginGuard {
  /** Call it before the password is checked. @throws Refusal `accountLocked` while the account is locked, `tooManyRequests` after too many wrong passwords */
  admit(attempt: LoginAttempt): Promise<Admitted>;
  /** Forgives the failures of strangers and of the caller's network after the owner of the mailbox set a new password. */
  forgive(attempt: LoginAttempt): Promise<void>;
}

export interface LoginGuardOptions {
  readonly db: Kysely<Tables>;
  readonly limits: AccountLimits['login'];
  readonly now: () => number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export function createLoginGuard({ db, limits, now }: LoginGuardOptions): LoginGuard {
  const allow = (name: string, points: number, windowMs: number) =>
    createAttemptLimiter({ db, name, points, windowMs, now });
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

  /** Narrowest first. */
  function countsOf(attempt: LoginAttempt): Count[] {
    const { email, ip } = attempt;
    const known = knownAs(attempt);
    if (known !== null) return [{ key: `${known} ${email}`, limiters: own, lock }];
    const network = networkOf(ip);
    const site = siteOf(ip);
    const together = { key: `strangers ${email}`, limiters: ofStrangers, lock: strangersLock };
    return [
      { key: `${network} ${email}`, limiters: own, lock },
      ...(attempt.isFamiliar === true ? [] : [together]),
      { key: network, limiters: byIp, isShared: true },
      ...(site === null ? [] : [{ key: site, limiters: bySite, isShared: true }]),
    ];
  }

  return {
    admit: (attempt) => admit(countsOf(attempt), (waitMs) => accountLocked(waitMs, now())),
    forgive: async (attempt) => {
      for (const { key, limiters, lock: locks, isShared } of countsOf(attempt)) {
        if (isShared) continue;
        await locks?.forgive(key);
        for (const limiter of limiters) await limiter.forgive(key);
      }
    },
  };
}

function accountLocked(waitMs: number, now: number): Refusal {
  const { values, data } = waitOf(waitMs);
  return refuse('accountLocked', { values, data: { ...data, until: now + waitMs } });
}
