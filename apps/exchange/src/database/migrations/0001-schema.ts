import { sql, type Kysely } from 'kysely';
import { schema } from '../schema/index.ts';

/** Every table of the first release. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of schema) await sql.raw(statements).execute(db);
}
