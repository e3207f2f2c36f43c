import { sql, type Kysely } from 'kysely';

/** Adds statements as files that a job makes, also from the archive. New tables only: it locks nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table statement_exports (
      id text primary key,
      customer bigint not null,
      account text not null,
      -- Coin, type and times that the customer chose.
      filter jsonb not null,
      lang text not null,
      -- 'waiting', 'running', 'done' or 'failed'.
      state text not null,
      done int not null default 0,
      total int not null default 0,
      lines bigint not null default 0,
      parts int not null default 0,
      attempts int not null default 0,
      created bigint not null,
      -- Last sign of life of the process that runs it.
      updated bigint not null
    );
    create index statement_exports_by_customer on statement_exports (customer, created desc);
    create index statement_exports_open on statement_exports (created) where state in ('waiting', 'running');

    -- The file in parts, whole lines each; there only once all are.
    create table statement_export_parts (
      export text not null references statement_exports (id) on delete cascade,
      number int not null,
      csv text not null,
      primary key (export, number)
    );`)
    .execute(db);
}
