import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../src/database/tables.ts';

/** Writes rows as the database refuses to others: what an owner of the database, or an error in a migration, could leave behind. */
export function withoutTriggers<T>(
  db: Kysely<Tables>,
  write: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    return write(transaction);
  });
}
