import { sql, type Kysely } from 'kysely';

/** The addresses that customers saved to withdraw to. `memo` is empty where there is none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table wallet_addresses (
      id bigint primary key generated always as identity,
      customer bigint not null references customers (id) on delete cascade,
      coin text not null,
      chain text not null,
      name text not null,
      address text not null,
      memo text not null,
      usable_from bigint not null,
      created bigint not null,
      unique (customer, coin, chain, address, memo)
    )`.execute(db);
  await sql`create index wallet_addresses_by_customer on wallet_addresses (customer, id desc)`.execute(db);
}
