import { sql, type Kysely } from 'kysely';

/** Adds customers' layouts of the workspace. A new table only: it locks nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Arrangements of the workspace that customers keep by name.
    create table workspace_layouts (
      customer bigint not null references customers (id) on delete cascade,
      name text not null,
      layout text not null,
      time bigint not null,
      primary key (customer, name)
    );`)
    .execute(db);
}
