import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { rateSeeds } from '../listing/seeds.ts';

/** The rates that amounts are shown with; the seeds stand in where none was ever set. */
export async function readRates(db: Kysely<Tables>): Promise<Readonly<Record<string, string>>> {
  const seeds = Object.entries(rateSeeds).map(([unit, per_usdt]) => ({ unit, per_usdt }));
  await db
    .insertInto('rates')
    .values(seeds)
    .onConflict((conflict) => conflict.column('unit').doNothing())
    .execute();
  const rows = await db.selectFrom('rates').selectAll().execute();
  return Object.fromEntries(rows.map(({ unit, per_usdt }) => [unit, per_usdt]));
}
