import { sql, type Kysely } from 'kysely';

/** Each customer has a code to invite others with; who came by it is counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customers add column own_invite_code text unique`.execute(db);
  await sql`create index customers_by_invite on customers (invite_code) where invite_code is not null`.execute(db);
}
