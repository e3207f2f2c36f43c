import { type Kysely, sql } from 'kysely';
import type { ConcurrentIndex } from './migration-step.ts';
import type { Tables } from './tables.ts';

/**
 * Builds an index while its table is written. A run that ended in the middle left an invalid one, which costs writes and serves no query: it is
 * dropped and built again. Must not run in a transaction.
 */
export async function buildIndex(db: Kysely<Tables>, { name, on, isUnique = false }: ConcurrentIndex): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.valid === true) return;
  if (rows.length > 0) await sql`drop index concurrently ${sql.id(name)}`.execute(db);
  await sql`create ${sql.raw(isUnique ? 'unique ' : '')}index concurrently ${sql.id(name)} on ${sql.raw(on)}`.execute(
    db,
  );
}
