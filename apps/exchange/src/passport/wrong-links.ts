import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { networkOf, networksOfSite, siteOf } from '../http/rate-limits.ts';
import { tooOften } from '../http/refusal.ts';
import { admit } from './try-counts.ts';
import { createTries } from './tries.ts';

export interface WrongLinksOptions {
  readonly db: Kysely<Tables>;
  readonly now: () => number;
}

const perMinute = 20;
const minuteMs = 60_000;

/**
 * Counts a wrong one-time link of an address, by its network and its site. It is asked after the link was found wrong, so a right link is never refused
 * for wrong ones: it has 256 bits, and nobody guesses it. @throws Refusal 429 after too many
 */
export function createWrongLinks({ db, now }: WrongLinksOptions): (ip: string) => Promise<void> {
  const allow = (name: string, points: number) => createTries({ db, name, points, windowMs: minuteMs, now });
  const ofNetwork = [allow('link-ip', perMinute)];
  const ofSite = [allow('link-site', perMinute * networksOfSite)];
  return async (ip) => {
    const site = siteOf(ip);
    const counts = [{ key: networkOf(ip), tries: ofNetwork }, ...(site === null ? [] : [{ key: site, tries: ofSite }])];
    const counted = await admit(counts, tooOften);
    await counted.failed();
  };
}
