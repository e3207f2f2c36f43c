import { sql, type Kysely } from 'kysely';

/** Who looks at papers at the moment, and who decided them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table identities add column held_by text, add column held_until bigint, add column decided_by text`.execute(
    db,
  );
}
