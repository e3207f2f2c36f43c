import { sql, type Kysely } from 'kysely';

/** Whether the audit log says already what a stop left: orders of a halted market stay until it opens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table owed_stops add column is_told boolean not null default false`.execute(db);
}
