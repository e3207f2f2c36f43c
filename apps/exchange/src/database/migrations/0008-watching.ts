import { sql, type Kysely } from 'kysely';

/** What customers watch: their favourite markets and their price alerts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table favourites (
      customer bigint primary key references customers (id) on delete cascade,
      symbols jsonb not null
    )`.execute(db);
  await sql`
    create table price_alerts (
      id text primary key,
      customer bigint not null references customers (id) on delete cascade,
      market int not null,
      direction text not null,
      price_ticks bigint not null,
      time bigint not null,
      after_trade bigint not null,
      fired_time bigint,
      fired_ticks bigint
    )`.execute(db);
  await sql`create index price_alerts_by_customer on price_alerts (customer, time desc)`.execute(db);
  await sql`create index price_alerts_waiting on price_alerts (market) where fired_time is null`.execute(db);
}
