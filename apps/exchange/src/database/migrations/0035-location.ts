import { sql, type Kysely } from 'kysely';

/** Where customers say to be: a country, and degrees that are whole so that nobody's house is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table customers
      add column country text,
      add column latitude int,
      add column longitude int`.execute(db);
}
