import { journalPruningSchema } from '@fft/journal';
import { type Kysely, sql } from 'kysely';

/** Where the journal begins, once its oldest entries are taken away. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of journalPruningSchema) await sql.raw(statement).execute(db);
}
