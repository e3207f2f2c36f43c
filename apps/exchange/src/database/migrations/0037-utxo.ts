import { sql, type Kysely } from 'kysely';

/**
 * Chains of Bitcoin's family: a chain's network has a name, a payment has no nonce, its transactions offer a fee in all, and what it is paid with are coins of ours, each an
 * output that stands there until it is spent. What a payment took of the chain's own coin is noted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table custody_chains alter column chain_id type text using chain_id::text`.execute(db);
  await sql`alter table custody_chains rename column chain_id to network`.execute(db);
  await sql`alter table chain_payments alter column nonce drop not null, add column cost text`.execute(db);
  await sql`
    alter table chain_attempts
      alter column fee_per_gas drop not null, alter column tip_per_gas drop not null, add column fee text`.execute(db);
  await sql`
    create table utxo_coins (
      chain text not null,
      txid text not null,
      vout int not null,
      branch int not null,
      key_index bigint not null,
      amount bigint not null,
      is_generated boolean not null,
      height bigint,
      spent_by text,
      spent_height bigint,
      payment bigint references chain_payments (id) on delete set null,
      primary key (chain, txid, vout)
    )`.execute(db);
  await sql`create index utxo_coins_unspent on utxo_coins (chain, amount desc) where spent_by is null`.execute(db);
  await sql`create index utxo_coins_by_payment on utxo_coins (payment) where payment is not null`.execute(db);
  await sql`create index utxo_coins_by_height on utxo_coins (chain, height)`.execute(db);
  await sql`create index utxo_coins_by_spent_height on utxo_coins (chain, spent_height) where spent_height is not null`.execute(
    db,
  );
}
