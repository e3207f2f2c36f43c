import { sql, type Kysely } from 'kysely';

/** Adds customers' counted profit. New tables only: it locks nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Profit of the customers who asked for it, counted up to an entry of the journal. Derived from postings and fills: a deleted row is counted again from nothing.
    create table profit_accounts (
      customer bigint primary key,
      form int not null,
      sequence bigint not null,
      time bigint not null,
      state jsonb not null,
      wanted bigint,
      held_until bigint not null default 0
    );
    create index profit_accounts_wanted on profit_accounts (wanted) where wanted is not null;

    -- Coins that are still there, by when they came. Costs are millionths of a USDT.
    create table profit_lots (
      customer bigint not null,
      asset int not null,
      number bigint not null,
      time bigint not null,
      quantity bigint not null,
      cost numeric,
      primary key (customer, asset, number)
    );

    -- What a customer had at the end of each day on which that changed.
    create table profit_days (
      customer bigint not null,
      day bigint not null,
      quantities jsonb not null,
      invested numeric not null,
      primary key (customer, day)
    );`)
    .execute(db);
}
