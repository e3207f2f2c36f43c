import { sql, type Kysely } from 'kysely';

/** Messages to many: the text is kept once, and each inbox has a row that leads to it. `reached` is the last customer who was looked at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table broadcasts (
      id bigint primary key generated always as identity,
      operator text not null,
      created bigint not null,
      due bigint not null,
      title_zh text not null,
      title_en text not null,
      summary_zh text not null,
      summary_en text not null,
      html_zh text not null,
      html_en text not null,
      customers bigint[],
      lang text,
      identity text,
      tier int,
      state text not null default 'planned' check (state in ('planned', 'sending', 'done', 'cancelled')),
      recipients bigint,
      reached bigint not null default 0,
      sent bigint not null default 0,
      finished bigint
    )`.execute(db);
  await sql`create index broadcasts_to_send on broadcasts (due) where state in ('planned', 'sending')`.execute(db);
  await sql`alter table messages add column broadcast bigint references broadcasts (id)`.execute(db);
}
