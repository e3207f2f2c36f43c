import { sql, type Kysely } from 'kysely';

/** What was published of what customers are owed, the trees that it is bound to, and what custody last saw on chains. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table liability_days (
      day text primary key,
      sequence bigint not null,
      time bigint not null,
      secret bytea not null,
      totals jsonb not null
    )`.execute(db);
  await sql`
    create table liability_nodes (
      day text not null references liability_days (day) on delete cascade,
      asset text not null,
      row int not null,
      place int not null,
      hash text not null,
      sum text not null,
      customer bigint,
      primary key (day, asset, row, place)
    )`.execute(db);
  await sql`create index liability_nodes_by_customer on liability_nodes (customer, day) where customer is not null`.execute(
    db,
  );
  await sql`
    create table custody_holdings (
      chain text not null,
      coin text not null,
      held text not null,
      time bigint not null,
      primary key (chain, coin)
    )`.execute(db);
}
