import { sql, type Kysely } from 'kysely';

/** Fee tiers, who is in which, and when that was last looked at. A day's trades are found without reading those of years. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fee_tiers (
      id int primary key generated always as identity,
      name_zh text not null,
      name_en text not null,
      maker_ppm int not null,
      taker_ppm int not null,
      from_usdt bigint unique
    )`.execute(db);
  await sql`
    create table customer_fees (
      customer bigint primary key,
      tier int references fee_tiers (id),
      maker_ppm int,
      taker_ppm int,
      by_hand boolean not null,
      turnover_usdt bigint not null default 0,
      check ((maker_ppm is null) = (taker_ppm is null)),
      check (maker_ppm is null or (tier is null and by_hand))
    )`.execute(db);
  await sql`create index customer_fees_by_tier on customer_fees (tier)`.execute(db);
  await sql`create table fee_days (day text primary key, time bigint not null, moved int not null)`.execute(db);
  await sql`create index fills_by_time on fills using brin (time)`.execute(db);
}
