import { sql, type Kysely } from 'kysely';

/** Who decided a withdrawal, and a MAC over that and all that is paid. Rows of before have none: no process pays those, they go to review. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table withdrawals add column decision text, add column mac text`.execute(db);
}
