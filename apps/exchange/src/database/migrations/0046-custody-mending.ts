import { sql, type Kysely } from 'kysely';

/**
 * What the exchange pays itself may be paid again where it failed, and gas where it was used up; customers are paid once for ever. Of a coin it is known what made it, and, once its block is gone,
 * in which block another transaction spent that: then it can't come back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chain_payments drop constraint chain_payments_chain_purpose_reference_key`.execute(db);
  await sql`
    create unique index chain_payments_once on chain_payments (chain, purpose, reference)
    where purpose = 'withdrawal' or (state <> 'failed' and (purpose <> 'gas' or state <> 'done'))`.execute(db);
  await sql`create index chain_payments_by_reference on chain_payments (chain, purpose, reference)`.execute(db);
  await sql`alter table utxo_coins add column sources text[] not null default '{}', add column gone_height bigint`.execute(
    db,
  );
  await sql`create index utxo_coins_missing on utxo_coins (chain) where height is null`.execute(db);
}
