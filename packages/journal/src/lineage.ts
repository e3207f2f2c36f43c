import pg from 'pg';
import { JournalStale } from './journal-errors.ts';
import type { Head, Journal } from './journal.ts';

interface LineageRow {
  /** Of the entry with the seen number; null if there is none. */
  readonly hash: Buffer | null;
  readonly begin: string;
  readonly head: string;
}

const lineageText = `SELECT (SELECT hash FROM journal_entry WHERE sequence = $1) AS hash,
  (SELECT sequence FROM journal_begin) AS begin, (SELECT sequence FROM journal_head) AS head`;

/**
 * Checks that this database continues the journal whose entry was seen: it has that entry, or pruned it.
 * @throws JournalStale for an old copy, or another journal
 */
export async function checkLineage(client: Pick<pg.ClientBase, 'query'>, seen: Head): Promise<void> {
  if (seen.sequence === 0) return;
  const row = await readLineage(client, seen);
  if (row === null) throw JournalStale.endsEarly(0, seen.sequence);
  if (Number(row.head) < seen.sequence) throw JournalStale.endsEarly(Number(row.head), seen.sequence);
  if (row.hash === null && Number(row.begin) >= seen.sequence) return;
  if (row.hash === null || Buffer.compare(row.hash, seen.hash) !== 0) throw JournalStale.differs(seen.sequence);
}

const undefinedTable = '42P01';

/** Null where the database has no journal. */
async function readLineage(client: Pick<pg.ClientBase, 'query'>, { sequence }: Head): Promise<LineageRow | null> {
  try {
    const { rows } = await client.query<LineageRow>(lineageText, [sequence]);
    return rows[0] ?? null;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return null;
    throw error;
  }
}

/**
 * Checks any journal like {@link checkLineage}, by reading.
 * @throws JournalStale
 */
export async function checkSeen(journal: Journal, seen: Head): Promise<void> {
  if (seen.sequence === 0) return;
  const head = await journal.head();
  if (head.sequence < seen.sequence) throw JournalStale.endsEarly(head.sequence, seen.sequence);
  const [entry] = await journal.read(seen.sequence - 1, 1);
  // Where it was pruned, a later entry comes first.
  if (entry?.sequence !== seen.sequence) return;
  if (Buffer.compare(entry.hash, seen.hash) !== 0) throw JournalStale.differs(seen.sequence);
}
