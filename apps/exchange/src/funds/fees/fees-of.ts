import type { Lang } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { readCustomerTier, readTiers } from './tiers.ts';

/** What a customer is told of fee tiers. */
export interface FeesOf {
  /** The name of the one that he is in. */
  readonly tier: string | null;
  /** Those that trading leads to, the lowest first. */
  readonly tiers: readonly {
    readonly name: string;
    readonly fromUsdt: number;
    readonly makerPpm: number;
    readonly takerPpm: number;
  }[];
}

export async function readFeesOf(db: Kysely<Tables>, customer: number, lang: Lang): Promise<FeesOf> {
  const [{ tier }, tiers] = await Promise.all([readCustomerTier(db, customer), readTiers(db)]);
  return {
    tier: tier?.name[lang] ?? null,
    tiers: tiers.flatMap(({ name, fromUsdt, makerPpm, takerPpm }) =>
      fromUsdt === null ? [] : [{ name: name[lang], fromUsdt, makerPpm, takerPpm }],
    ),
  };
}
