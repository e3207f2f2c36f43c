import { sql, type Kysely } from 'kysely';

/**
 * Postings are most of what the projector writes, and their indexes most of what writing costs. Nobody looks for one by its place in the journal (the
 * projection's position keeps each from being written twice), and a statement of all coins is merged from those of each coin.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table postings drop constraint postings_pkey`.execute(db);
  await sql`drop index postings_statement`.execute(db);
}
