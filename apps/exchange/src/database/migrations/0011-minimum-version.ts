import { sql, type Kysely } from 'kysely';

/** Adds the oldest version that may use the database. A new table: it locks nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- One row at most: the highest version that a migration named when it took away what older versions use.
    create table minimum_version (
      id boolean primary key default true check (id),
      version text not null
    );`)
    .execute(db);
}
