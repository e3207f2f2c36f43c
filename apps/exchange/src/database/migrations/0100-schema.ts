import { sql, type Kysely } from 'kysely';
import { schemaAt } from '../schema/index.ts';

/** Every table. It runs in an empty database alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of schemaAt(new Date())) await sql.raw(statements).execute(db);
}
