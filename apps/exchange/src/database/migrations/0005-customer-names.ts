import { sql, type Kysely } from 'kysely';

/** Operators find customers by the words of their name, and see who else withdrew to an address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table identities add column name_hashes bytea[]`.execute(db);
  await sql`create index identities_by_name on identities using gin (name_hashes)`.execute(db);
  await sql`create index withdrawals_by_address on withdrawals (chain, address)`.execute(db);
}
