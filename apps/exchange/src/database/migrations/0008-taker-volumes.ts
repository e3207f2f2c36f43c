import { sql, type Kysely } from 'kysely';

/** Adds to candles what takers bought. Older candles have 0. Adds columns with a constant default only: it locks no table longer than a moment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table candles
      add column taker_buy_lots numeric not null default 0,
      add column taker_buy_turnover numeric not null default 0
  `.execute(db);
}
