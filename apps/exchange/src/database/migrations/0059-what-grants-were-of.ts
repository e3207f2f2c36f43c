import { sql, type Kysely } from 'kysely';

/** A grant's coin and amount, so that its id can't be used for another; null for those made before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table faucet_grants add column coin text, add column units bigint`.execute(db);
}
