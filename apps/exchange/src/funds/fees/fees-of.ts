import type { Lang } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { readCustomerTier, readTiers } from './tiers.ts';

/** Fee tiers, as a customer sees them. */
export interface FeesOf {
  /** The name of the customer's tier. */
  readonly tier: string | null;
  /** Tiers that volume leads to, lowest first. */
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
