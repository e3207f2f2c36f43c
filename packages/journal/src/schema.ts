/**
 * The journal's tables in PostgreSQL, as statements to run once. PostgresJournal alone writes them. Hashes are SHA-256: each entry's covers the
 * entry's bytes and the hash before it, so that a changed or missing entry shows.
 */
export const journalSchema = `
  -- The last entry; one row, rewritten by every append. The free space on its page keeps updates away from the index.
  create table journal_head (
    single boolean primary key default true check (single),
    sequence bigint not null check (sequence >= 0),
    hash bytea not null check (length(hash) = 32)
  ) with (fillfactor = 10);
  insert into journal_head (sequence, hash) values (0, decode(repeat('00', 32), 'hex'));

  -- The last entry that was pruned; the chain of hashes continues from it. One row.
  create table journal_begin (
    single boolean primary key default true check (single),
    sequence bigint not null check (sequence >= 0),
    hash bytea not null check (length(hash) = 32)
  );
  insert into journal_begin (sequence, hash) values (0, decode(repeat('00', 32), 'hex'));

  -- One row per entry: a batch of commands. Compressing its bytes would cost more than writing them: they are packed already.
  create table journal_entry (
    sequence bigint primary key check (sequence > 0),
    batch_id uuid not null,
    hash bytea not null check (length(hash) = 32),
    bytes bytea not null
  );
  alter table journal_entry alter column bytes set storage external;

  -- Every batch that was written or given up (\`sequence\` is null then). The primary key decides between the two when both run at the same
  -- moment: see PostgresJournal.find.
  create table journal_batch (
    batch_id uuid primary key,
    sequence bigint
  );
`;

/** The rows of the journal's tables; they belong to the journal, others only name them. */
export interface JournalTables {
  journal_head: { single: boolean; sequence: number; hash: Uint8Array };
  journal_entry: { sequence: number; batch_id: string; hash: Uint8Array; bytes: Uint8Array };
  journal_begin: { single: boolean; sequence: number; hash: Uint8Array };
  journal_batch: { batch_id: string; sequence: number | null };
}
