import { sql, type Kysely } from 'kysely';

/** Sessions get a MAC over whose they are. Those of before have none, and a plain hash for a name: they end, and people log in once more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from sessions`.execute(db);
  await sql`delete from operator_sessions`.execute(db);
  await sql`alter table sessions add column mac bytea not null`.execute(db);
  await sql`alter table operator_sessions add column mac bytea not null`.execute(db);
}
