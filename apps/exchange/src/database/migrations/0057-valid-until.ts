import { sql, type Kysely } from 'kysely';

/** Adds until when a transaction can be included, on Solana. A column without a default rewrites no rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- The last block height that can include the transaction; null on chains where it does not expire, or says so itself.
    alter table chain_attempts add column valid_until bigint;`)
    .execute(db);
}
