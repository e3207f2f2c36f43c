import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../src/database/tables.ts';
import { marketSeeds } from '../../src/ledger/listings/seeds.ts';
import { oddMarkets } from './odd-markets.ts';

/** Faults of the books by the tables; empty if there are none. All postings of an asset must sum to zero. What orders freeze has no postings. */
export async function wrongsOfBooks(db: Kysely<Tables>): Promise<readonly string[]> {
  const unbalanced = await sql<{ asset: number; sum: string }>`
    select asset, sum(available_delta::numeric + frozen_delta) as sum
    from ledger group by asset having sum(available_delta::numeric + frozen_delta) <> 0`.execute(db);
  const negative = await sql<{ owner: number; asset: number }>`
    select owner, asset from ledger where owner >= 1000 and (available < 0 or frozen < 0 or balance < 0) limit 5`.execute(
    db,
  );
  const gaps = await sql<{ owner: number; asset: number }>`
    with sums as (
      select owner, kind, asset, sum(available_delta) as available, sum(frozen_delta) as frozen
      from ledger group by owner, kind, asset
    ), latest as (
      select distinct on (owner, kind, asset) owner, kind, asset, available, frozen, balance
      from ledger order by owner, kind, asset, sequence desc, position desc
    )
    select owner, asset from sums join latest using (owner, kind, asset)
    where sums.available + sums.frozen <> latest.balance or latest.available + latest.frozen <> latest.balance`.execute(
    db,
  );
  return [
    ...unbalanced.rows.map(({ asset, sum }) => `the postings of asset ${asset} sum to ${sum}, not 0`),
    ...negative.rows.map(({ owner, asset }) => `owner ${owner} has a negative balance of asset ${asset}`),
    ...gaps.rows.map(
      ({ owner, asset }) => `owner ${owner} has a balance of asset ${asset} that differs from the postings`,
    ),
  ];
}

/** Number of fills by the position of their market in {@link oddMarkets}, which are opened after the listed ones. */
export async function countOddFills(db: Kysely<Tables>): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('fills')
    .select((select) => ['market', select.fn.countAll<number>().as('count')])
    .groupBy('market')
    .execute();
  const counts = new Map(rows.map(({ market, count }) => [market, count]));
  return oddMarkets.map((_, index) => counts.get(marketSeeds.length + index) ?? 0);
}

/** Number of postings. */
export async function countPostings(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('ledger')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
