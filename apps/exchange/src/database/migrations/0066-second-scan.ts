import { sql, type Kysely } from 'kysely';

/** Adds how far the second node's deposits were compared with the first one's. A column without a default rewrites no rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- The last block whose deposits both nodes agree on; null before the first comparison, and while a single node is believed.
    alter table custody_chains add column second_scanned bigint;`)
    .execute(db);
}
