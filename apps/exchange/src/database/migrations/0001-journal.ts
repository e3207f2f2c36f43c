import { journalSchema } from '@fft/journal';
import { type Kysely, sql } from 'kysely';

/** The journal's head, entries and batch ids. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of journalSchema) await sql.raw(statement).execute(db);
}
