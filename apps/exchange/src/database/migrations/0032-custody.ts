import { sql, type Kysely } from 'kysely';

/**
 * What the exchange knows of chains: the blocks it has read (the newest few hundred), customers' addresses, money that came in, and its own payments with
 * every transaction that was signed for each. Keys are nowhere here. Amounts of chains are text: they may pass 64 bits.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table custody_chains (
      chain text primary key,
      xpub text not null,
      chain_id bigint not null,
      confirmations int not null,
      contracts jsonb not null
    )`.execute(db);
  await sql`
    create table chain_blocks (
      chain text not null,
      height bigint not null,
      hash text not null,
      primary key (chain, height)
    )`.execute(db);
  await sql`
    create table deposit_addresses (
      address text not null,
      family text not null,
      customer bigint not null,
      primary key (family, address),
      unique (family, customer)
    )`.execute(db);
  await sql`alter table faucet_grants add column txid text`.execute(db);
  await createDeposits(db);
  await createPayments(db);
}

async function createDeposits(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chain_deposits (
      id bigint primary key generated always as identity,
      chain text not null,
      txid text not null,
      position int not null,
      customer bigint not null,
      address text not null,
      coin text not null,
      asset int not null,
      amount bigint not null,
      height bigint not null,
      block_hash text not null,
      state text not null,
      held bigint not null default 0,
      holds int not null default 0,
      swept boolean not null default false,
      time bigint not null,
      updated bigint not null,
      unique (chain, txid, position)
    )`.execute(db);
  await sql`create index chain_deposits_by_customer on chain_deposits (customer, id desc)`.execute(db);
  await sql`create index chain_deposits_open on chain_deposits (chain, state, height) where state not in ('credited', 'small')`.execute(
    db,
  );
  await sql`create index chain_deposits_unswept on chain_deposits (chain, id) where state = 'credited' and not swept`.execute(
    db,
  );
  await sql`create index chain_deposits_by_height on chain_deposits (chain, height)`.execute(db);
}

async function createPayments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chain_payments (
      id bigint primary key generated always as identity,
      chain text not null,
      purpose text not null,
      reference bigint not null,
      branch int not null,
      key_index bigint not null,
      nonce bigint not null,
      coin text not null,
      recipient text not null,
      amount text not null,
      state text not null,
      time bigint not null,
      updated bigint not null,
      unique (chain, purpose, reference),
      unique (chain, branch, key_index, nonce)
    )`.execute(db);
  await sql`create index chain_payments_open on chain_payments (chain, id) where state in ('reserved', 'signed')`.execute(
    db,
  );
  await sql`
    create table chain_attempts (
      payment bigint not null references chain_payments (id),
      txid text not null,
      raw text not null,
      fee_per_gas text not null,
      tip_per_gas text not null,
      time bigint not null,
      primary key (payment, txid)
    )`.execute(db);
}
