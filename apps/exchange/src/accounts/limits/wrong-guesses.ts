import type { AnyHandle } from '../../database/rooms.ts';
import { own } from '../room.ts';
import { networkOf, siteOf } from '../../platform/limits/network-of.ts';
import { networksOfSite } from '../../platform/limits/allowances.ts';
import { tooOften } from '../../refusals/refuse.ts';
import { admit } from './attempt-counts.ts';
import { createAttemptLimiter } from './attempt-limiter.ts';

export interface WrongGuessesOptions {
  /** The secret that is guessed at; part of the counters' keys. */
  readonly name: string;
  readonly db: AnyHandle;
  readonly now: () => number;
}

const perMinute = 20;
const minuteMs = 60_000;

/**
 * Counts wrong secrets that can't be guessed, such as one-time links and passkeys, by network and site of the caller. Call it after the secret
 * was found wrong, so that a right one is never refused. @throws Refusal `tooManyRequests` after too many
 */
export function createWrongGuesses({ db, name: of, now }: WrongGuessesOptions): (ip: string) => Promise<void> {
  const allow = (name: string, points: number) =>
    createAttemptLimiter({ db: own(db), name, points, windowMs: minuteMs, now });
  const ofNetwork = [allow(`${of}-ip`, perMinute)];
  const ofSite = [allow(`${of}-site`, perMinute * networksOfSite)];
  return async (ip) => {
    const site = siteOf(ip);
    const counts = [
      { key: networkOf(ip), limiters: ofNetwork },
      ...(site === null ? [] : [{ key: site, limiters: ofSite }]),
    ];
    const counted = await admit(counts, tooOften);
    await counted.failed();
  };
}
