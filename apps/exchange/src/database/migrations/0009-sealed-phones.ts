import { sql, type Kysely } from 'kysely';

/**
 * Phone numbers are sealed, and found by a keyed hash of the whole number. A job seals those that are stored in the clear. Adds columns without a
 * default, and two indexes of few or no rows, each of which reads the customers once: a second or two for a million.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customers add column sealed_phone bytea, add column phone_hash bytea`.execute(db);
  await sql`create index customers_by_phone_hash on customers (phone_hash) where phone_hash is not null`.execute(db);
  await sql`create index customers_to_seal on customers (id) where phone is not null`.execute(db);
  await sql`drop index customers_by_phone_prefix`.execute(db);
}
