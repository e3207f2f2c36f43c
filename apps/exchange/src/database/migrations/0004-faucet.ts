import { sql, type Kysely } from 'kysely';

/** What the demo's faucet gave to whom, so that its daily limit holds. Stays empty in production. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table faucet_grants (
      customer bigint not null,
      request_id text not null,
      day int not null,
      usdt_units bigint not null,
      primary key (customer, request_id)
    )`.execute(db);
  await sql`create index faucet_grants_by_day on faucet_grants (customer, day)`.execute(db);
}
