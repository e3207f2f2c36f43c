/**
 * Read models of the journal. Only the projector writes them, and they can be rebuilt from the journal. Money, prices and quantities are ledger
 * integers; times are the engine's.
 */
export const ledgerSchema = `
  -- The last journal entry that each projection's tables contain.
  create table projection (
    name text primary key,
    sequence bigint not null
  );

  -- Candles of every interval with trades, written with the fills. Sums are numeric: a month's turnover may exceed 64 bits.
  create table candles (
    market int not null,
    interval text not null,
    time bigint not null,
    open_ticks bigint not null,
    high_ticks bigint not null,
    low_ticks bigint not null,
    close_ticks bigint not null,
    volume_lots numeric not null,
    turnover numeric not null,
    trades bigint not null,
    -- What takers bought.
    taker_buy_lots numeric not null default 0,
    taker_buy_turnover numeric not null default 0,
    primary key (market, interval, time)
  ) with (fillfactor = 80);

  -- The engine's state after a journal entry, so that a start need not replay earlier entries. Written by the ledger's leader.
  create table snapshots (
    sequence bigint primary key,
    -- Hash of the journal entry.
    hash bytea not null,
    command_count bigint not null,
    engine_parts int not null,
    order_parts int not null,
    -- SHA-256 of all parts, unpacked, in order.
    digest bytea not null,
    time bigint not null
  );

  -- A snapshot's bytes, compressed by zstd and stored without further compression.
  create table snapshot_parts (
    sequence bigint not null,
    number int not null,
    bytes bytea not null,
    primary key (sequence, number)
  );
  alter table snapshot_parts alter column bytes set storage external;

  -- One row: all orders up to an id were looked at, and those deleted that had ended before a time.
  create table order_retention (
    id boolean primary key default true check (id),
    passed bigint not null,
    ended_before bigint not null
  );
  insert into order_retention (passed, ended_before) values (0, 0);

  -- Orders up to that id that are without a fill, but were open, or had ended too recently.
  create table lasting_orders (
    id bigint primary key,
    owner bigint not null
  );

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
  create table archiving_balances (like archived_balances including all);

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
  );
`;
