import { formatDecimal } from '@fft/decimal';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { ChainFacts } from './chain-facts.ts';
import type { Solvency } from './solvency.ts';

/** Writes down what was there, for those who ask without following chains. */
export async function noteHoldings(
  db: Kysely<Tables>,
  { chain, coins }: ChainFacts,
  solvency: readonly Solvency[],
  time: number,
): Promise<void> {
  for (const { coin, held } of solvency) {
    const decimals = coins.byName(coin)?.chainDecimals ?? 0;
    const noted = { held: formatDecimal(held, decimals), time };
    await db
      .insertInto('custody_holdings')
      .values({ chain, coin, ...noted })
      .onConflict((conflict) => conflict.columns(['chain', 'coin']).doUpdateSet(noted))
      .execute();
  }
}

/** What there was over all chains when it was last looked, as decimals by coin. */
export async function readHoldings(db: Kysely<Tables>): Promise<Readonly<Record<string, string>>> {
  const rows = await db
    .selectFrom('custody_holdings')
    .select(['coin', sql<string>`sum(held::numeric)::text`.as('held')])
    .groupBy('coin')
    .execute();
  return Object.fromEntries(rows.map(({ coin, held }) => [coin, held]));
}
