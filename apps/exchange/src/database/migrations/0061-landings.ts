import { sql, type Kysely } from 'kysely';

/** Transactions of ours that are in blocks, by the blocks that were read: a node that doesn't know one may only be behind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chain_landings (
      chain text not null,
      txid text not null,
      sender text,
      nonce bigint,
      height bigint not null,
      primary key (chain, txid)
    )`.execute(db);
  await sql`create index chain_landings_sender on chain_landings (chain, sender, nonce)`.execute(db);
  await sql`create index chain_landings_height on chain_landings (chain, height)`.execute(db);
  await sql`create index chain_attempts_txid on chain_attempts (txid)`.execute(db);
}
