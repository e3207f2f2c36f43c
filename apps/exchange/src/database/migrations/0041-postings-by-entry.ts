import { sql, type Kysely } from 'kysely';

/** Postings of a stretch of the journal are found by the blocks they lie in: they come in its order. Next to nothing to keep, as nothing is noted for a single row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index postings_by_sequence on postings using brin (sequence)
    with (pages_per_range = 32, autosummarize = on)`.execute(db);
}
