import { sql, type Kysely } from 'kysely';

/** Adds what is known of history that went to the archive. New tables only: it locks nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Parquet files of orders, fills and postings that aren't in the tables any more. A file has the rows of one table that left it together.
    create table archive_files (
      name text primary key,
      table_name text not null,
      -- The partition key (an order's id, otherwise a time) before which all its rows lie.
      until bigint not null,
      bytes bigint not null,
      sha256 bytea not null,
      rows bigint not null,
      -- Counts, sums and a digest of the rows, as PostgreSQL had them and as they were read back from the file.
      sums jsonb not null,
      -- The tables' journal entry then. Tables at an earlier entry are older than the archive.
      position bigint not null,
      time bigint not null
    );

    -- What the archived postings sum up to, those of archived fills included: opening balances of the postings in the tables.
    create table archived_balances (
      owner bigint not null,
      kind text not null,
      asset int not null,
      rows bigint not null,
      available_delta numeric not null,
      frozen_delta numeric not null,
      -- The last archived posting, and the balances that it shows; null if it shows none.
      time bigint not null,
      sequence bigint not null,
      position int not null,
      available bigint,
      frozen bigint,
      balance bigint,
      primary key (owner, kind, asset)
    );
    -- The same of one file that is being made.
    create table archiving_balances (like archived_balances including all);`)
    .execute(db);
}
