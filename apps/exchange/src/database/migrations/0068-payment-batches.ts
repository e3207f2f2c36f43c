import { sql, type Kysely } from 'kysely';

/** Several withdrawals in one transaction. A column without a default rewrites no rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- The payment of purpose 'batch' whose transaction pays this withdrawal; it owns the coins and the attempts.
    alter table chain_payments add column batch bigint;`)
    .execute(db);
}
