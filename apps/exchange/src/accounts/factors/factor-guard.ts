import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { networkOf } from '../../platform/limits/network-of.ts';
import { waitOf } from '../../refusals/duration-text.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import { createGrowingLock } from '../limits/growing-lock.ts';
import type { AccountLimits } from '../limits/account-limits.ts';
import { knownAs, type Origin } from '../../transport/http/origin.ts';
import { admit, type Admitted, type Count } from '../limits/attempt-counts.ts';
import { createAttemptLimiter } from '../limits/attempt-limiter.ts';

/** An authenticator code is one of a million; a recovery code is one of 2^50. */
export type FactorKind = 'totp' | 'recovery';

/** The owner of the factor (unique across accounts) and the origin of the attempt. */
export interface FactorAttempt {
  readonly subject: string;
  readonly origin: Origin;
  readonly kind: FactorKind;
}

/**
 * Slows down guessing of second factors. The counts outlive sessions. Known devices, sessions, recovery codes and familiar networks each have
 * their own count, so a thief of the password can't lock the owner out of them.
 */
export interface FactorGuard {
  /** @throws Refusal `tooManyRequests` with `data.retryAfter` after too many wrong codes */
  admit(attempt: FactorAttempt): Promise<Admitted>;
}

export interface FactorGuardOptions {
  readonly db: Kysely<Tables>;
  readonly limits: AccountLimits['secondFactor'];
  readonly now: () => number;
}

const hourMs = 3_600_000;

export function createFactorGuard({ db, limits, now }: FactorGuardOptions): FactorGuard {
  const allow = (name: string, points: number, windowMs: number) =>
    createAttemptLimiter({ db, name, points, windowMs, now });
  const own = [allow('factor', limits.tries, limits.seconds * 1000)];
  const ofStrangers = [allow('factor-strangers', limits.perHourOfStrangers, hourMs)];
  const lock = createGrowingLock({ db, limits, now });
  const strangers = { ...limits, failuresToLock: limits.failuresOfStrangersToLock };
  const strangersLock = createGrowingLock({ db, limits: strangers, now });

  function countsOf({ subject, origin, kind }: FactorAttempt): Count[] {
    const known = knownAs(origin);
    const narrow = { key: `${kind} ${known ?? networkOf(origin.ip)} ${subject}`, limiters: own, lock };
    if (known !== null || origin.isFamiliar === true || kind === 'recovery') return [narrow];
    return [narrow, { key: `totp strangers ${subject}`, limiters: ofStrangers, lock: strangersLock }];
  }

  return { admit: (attempt) => admit(countsOf(attempt), (waitMs) => factorLocked(waitMs, now())) };
}

function factorLocked(waitMs: number, now: number): Refusal {
  const { values, data } = waitOf(waitMs);
  return refuse('secondFactorLocked', { values, data: { ...data, until: now + waitMs } });
}
