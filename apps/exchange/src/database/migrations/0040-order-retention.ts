import { sql, type Kysely } from 'kysely';

/** Adds how far orders that were cancelled without a fill are deleted. New tables only: it locks nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- One row: all orders up to an id were looked at, and those deleted that had ended before a time.
    create table order_retention (
      id boolean primary key default true check (id),
      passed bigint not null,
      ended_before bigint not null
    );
    insert into order_retention (passed, ended_before) values (0, 0);

    -- Orders up to that id that are without a fill, but were open, or had ended too recently.
    create table lasting_orders (
      id bigint primary key
    );`)
    .execute(db);
}
