import { sql, type Kysely } from 'kysely';

/** Adds who has rows in which closed period of history, so that pages skip the others. New tables only: it locks nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Closed periods, from a time until before another, whose owners are in owner_periods. No row is added to such a period any more.
    create table period_summaries (
      begins bigint primary key,
      ends bigint not null,
      made timestamptz not null default now()
    );

    -- The summarised periods, by their begin, in which an owner has fills, or postings that statements show.
    create table owner_periods (
      owner bigint primary key,
      begins bigint[] not null
    );`)
    .execute(db);
}
