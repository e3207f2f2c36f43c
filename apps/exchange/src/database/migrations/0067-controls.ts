import { sql, type Kysely } from 'kysely';

/** What controls decide by: who changed a rate from what to what, and why people have to look at a withdrawal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table rate_changes (
      id bigint primary key generated always as identity,
      unit text not null,
      before text,
      after text,
      operator text not null,
      time bigint not null
    )`.execute(db);
  await sql`create index rate_changes_by_unit on rate_changes (unit, time)`.execute(db);
  await sql`alter table withdrawals add column risks text[] not null default '{}'`.execute(db);
}
