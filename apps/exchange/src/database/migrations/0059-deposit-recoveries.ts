import { sql, type Kysely } from 'kysely';

/** Adds transactions that operators name because their coins weren't credited. A new table, and a column without a default: neither rewrites rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Custody answers what a transaction brought; two operators agree; custody records it. Answer and agreement have MACs.
    create table deposit_recoveries (
      id bigint primary key generated always as identity,
      chain text not null,
      txid text not null,
      operator text not null,
      time bigint not null,
      answer jsonb,
      mac text,
      answered bigint,
      operators text,
      agreed bigint,
      agreed_mac text,
      outcome text,
      ended bigint
    );
    create unique index deposit_recoveries_waiting on deposit_recoveries (chain, txid) where answer is null;
    create index deposit_recoveries_agreed on deposit_recoveries (chain) where agreed is not null and outcome is null;
    -- The recovery that recorded a deposit; null of those that were read from new blocks.
    alter table chain_deposits add column recovery bigint;`)
    .execute(db);
}
