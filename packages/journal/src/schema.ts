/**
 * The statements that make the journal's tables in PostgreSQL, to be run once, in order, by whoever migrates it.
 *
 * `journal_batch` holds every batch id that was written or given up (its `sequence` is null then). Its primary key
 * decides, whatever runs at the same moment, which of the two a batch is: see `PostgresJournal.find`.
 */
export const journalSchema: readonly string[] = [
  // One row, rewritten by every append: room on its page keeps the update away from the index.
  `CREATE TABLE journal_head (
     single boolean PRIMARY KEY DEFAULT true CHECK (single),
     sequence bigint NOT NULL CHECK (sequence >= 0),
     hash bytea NOT NULL CHECK (length(hash) = 32)
   ) WITH (fillfactor = 10)`,
  `INSERT INTO journal_head (sequence, hash) VALUES (0, decode(repeat('00', 32), 'hex'))`,
  `CREATE TABLE journal_entry (
     sequence bigint PRIMARY KEY CHECK (sequence > 0),
     batch_id uuid NOT NULL,
     hash bytea NOT NULL CHECK (length(hash) = 32),
     bytes bytea NOT NULL
   )`,
  // Compressing would cost more than writing: batches are packed already.
  `ALTER TABLE journal_entry ALTER COLUMN bytes SET STORAGE EXTERNAL`,
  `CREATE TABLE journal_batch (
     batch_id uuid PRIMARY KEY,
     sequence bigint
   )`,
];

/** What is added to them so that the journal's beginning can be taken away: the place of the last entry that was, from which the chain of hashes goes on. */
export const journalPruningSchema: readonly string[] = [
  `CREATE TABLE journal_begin (
     single boolean PRIMARY KEY DEFAULT true CHECK (single),
     sequence bigint NOT NULL CHECK (sequence >= 0),
     hash bytea NOT NULL CHECK (length(hash) = 32)
   )`,
  `INSERT INTO journal_begin (sequence, hash) VALUES (0, decode(repeat('00', 32), 'hex'))`,
];

/** The rows of the journal's tables; they belong to the journal, others only name them. */
export interface JournalTables {
  journal_head: { single: boolean; sequence: number; hash: Uint8Array };
  journal_entry: { sequence: number; batch_id: string; hash: Uint8Array; bytes: Uint8Array };
  journal_begin: { single: boolean; sequence: number; hash: Uint8Array };
  journal_batch: { batch_id: string; sequence: number | null };
}
