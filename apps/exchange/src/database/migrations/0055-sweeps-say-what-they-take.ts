import { sql, type Kysely } from 'kysely';

/** A deposit says which sweep takes it, by the sweep's reference: others of the same address, credited meanwhile, stay for the next. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chain_deposits add column sweep bigint`.execute(db);
}
