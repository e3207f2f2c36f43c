import { sql, type Kysely } from 'kysely';

/** Before a deposit is credited custody asks the ledger's tables whether they have it already. By hash, as statements must never be read along it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index postings_deposits on postings using hash (reference) where reason = 'deposit'`.execute(db);
}
