import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { networkOf, networksOfSite, siteOf } from '../../transport/http/rate-limits.ts';
import { tooOften } from '../../refusals/refusal.ts';
import { admit } from './attempt-counts.ts';
import { createTries } from './attempts.ts';

export interface WrongGuessesOptions {
  /** What is guessed at; part of the counters' keys. */
  readonly name: string;
  readonly db: Kysely<Tables>;
  readonly now: () => number;
}

const perMinute = 20;
const minuteMs = 60_000;

/**
 * Counts what an address showed that is wrong and can't be guessed, like a one-time link or a passkey, by its network and its site. It is asked after
 * what was shown was found wrong, so the right one is never refused for wrong ones. @throws Refusal 429 after too many
 */
export function createWrongGuesses({ db, name: of, now }: WrongGuessesOptions): (ip: string) => Promise<void> {
  const allow = (name: string, points: number) => createTries({ db, name, points, windowMs: minuteMs, now });
  const ofNetwork = [allow(`${of}-ip`, perMinute)];
  const ofSite = [allow(`${of}-site`, perMinute * networksOfSite)];
  return async (ip) => {
    const site = siteOf(ip);
    const counts = [{ key: networkOf(ip), tries: ofNetwork }, ...(site === null ? [] : [{ key: site, tries: ofSite }])];
    const counted = await admit(counts, tooOften);
    await counted.failed();
  };
}
