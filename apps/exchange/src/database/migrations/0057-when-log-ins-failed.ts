import { sql, type Kysely } from 'kysely';

/** When a log-in last failed, so that failures can be forgotten that nobody added to. Those from before are forgotten with the next sweep, unless they lock. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table login_failures add column last bigint not null default 0`.execute(db);
}
