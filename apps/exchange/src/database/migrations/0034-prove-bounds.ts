import { sql, type Kysely } from 'kysely';

/** Reads all rows of a table for the bound that the migration before added. The table is read and written meanwhile. */
const prove =
  (table: string) =>
  async (db: Kysely<unknown>): Promise<void> => {
    await sql`alter table ${sql.id(table)} validate constraint ${sql.id(`${table}_bound`)}`.execute(db);
  };

export const proveOrders = prove('orders');
export const proveFills = prove('fills');
export const provePostings = prove('postings');
