import { sql, type Kysely } from 'kysely';

/** What the overview counts is found without reading what is over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index identities_by_decision on identities (decided) include (state)`.execute(db);
  await sql`create index approvals_waiting on approvals (id) where state = 'open'`.execute(db);
}
