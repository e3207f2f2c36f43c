import { sql, type Kysely } from 'kysely';

/** The inbox: notices get their texts, customers their own messages and marks of what they have read; and the page about the exchange. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notices
      add column kind text not null default 'notice' check (kind in ('system', 'notice')),
      add column summary_zh text not null default '',
      add column summary_en text not null default '',
      add column html_zh text not null default '',
      add column html_en text not null default '',
      add check (id not like 'account-%')`.execute(db);
  await sql`
    create table messages (
      id bigint primary key generated always as identity,
      customer bigint not null references customers (id) on delete cascade,
      time bigint not null,
      title_zh text not null,
      title_en text not null,
      summary_zh text not null,
      summary_en text not null,
      html_zh text not null,
      html_en text not null,
      read boolean not null
    )`.execute(db);
  await sql`create index messages_by_customer on messages (customer, time desc)`.execute(db);
  await sql`
    create table notice_reads (
      customer bigint not null references customers (id) on delete cascade,
      notice text not null references notices (id) on delete cascade,
      primary key (customer, notice)
    )`.execute(db);
  await sql`
    create table pages (
      id text primary key,
      html_zh text not null,
      html_en text not null,
      links jsonb not null
    )`.execute(db);
}
