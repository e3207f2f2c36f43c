import { sql, type Kysely } from 'kysely';

/** Adds how an account's bank writes its files. Null is what was read before: plain text, and UTF-8. Adding empty columns rewrites no rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- The form of :86: in MT940; null for plain text.
    alter table bank_accounts add column dialect text;
    -- Of MT940 and CSV; null for UTF-8.
    alter table bank_accounts add column encoding text;`)
    .execute(db);
}
