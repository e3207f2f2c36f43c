import { sql, type Kysely } from 'kysely';

/** What operators did, with before and after. Rows are only ever added. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit (
      id bigint primary key generated always as identity,
      time bigint not null,
      operator text not null,
      act text not null,
      target text not null,
      before jsonb,
      after jsonb
    )`.execute(db);
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'rows of % are only ever added', tg_table_name;
    end $$`.execute(db);
  await sql`
    create trigger audit_only_grows before update or delete or truncate on audit
    for each statement execute function refuse_change()`.execute(db);
}
