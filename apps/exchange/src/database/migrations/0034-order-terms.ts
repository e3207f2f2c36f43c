import { sql, type Kysely } from 'kysely';

/** What stops, icebergs, orders good till a date and those that cancel each other have beyond the others. Zero and null: not of that kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column stop_ticks bigint not null default 0,
      add column stop_direction text,
      add column is_waiting boolean not null default false,
      add column expires_at bigint not null default 0,
      add column visible_lots bigint not null default 0,
      add column other_leg text,
      add column self_trade text not null default 'cancelNewest'`.execute(db);
}
