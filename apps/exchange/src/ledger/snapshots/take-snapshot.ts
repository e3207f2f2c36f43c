import { PostgresJournal } from '@fft/journal';
import { openDatabase } from '../../database/connection.ts';
import { readPosition } from '../projection/table-write.ts';
import { pruneJournal } from './prune-journal.ts';
import { resume } from './resume.ts';
import { saveSnapshot } from './snapshot-store.ts';

/** Source of a snapshot, and what is deleted once it exists. */
export interface SnapshotOrder {
  readonly url: string;
  /** Journal entries older than this are deleted as far as snapshots cover them; null keeps all. */
  readonly journalDays?: number | null;
}

export interface SnapshotTaken {
  readonly sequence: number;
  readonly commandCount: number;
  /** Total duration. */
  readonly ms: number;
  /** Number of entries deleted from the journal's beginning. */
  readonly pruned: number;
}

const dayMs = 86_400_000;

/**
 * Writes a snapshot of the tables' position, from the previous snapshot and the journal. It uses a replica of its own, so that trading is not delayed and each
 * snapshot comes from the same replay that a start relies on. Returns null if nothing happened since the last one.
 */
export async function takeSnapshot(
  { url, journalDays = null }: SnapshotOrder,
  now: () => number = Date.now,
): Promise<SnapshotTaken | null> {
  const begun = performance.now();
  const database = openDatabase(url, { maxConnections: 2 });
  const journal = new PostgresJournal({ url });
  try {
    const { db } = database;
    const position = await readPosition(database.pool);
    const { host, engine } = await resume({ db, journal, position: async () => position, say: () => undefined });
    if (host.sequence === position) return null;
    await host.catchUp(position + 1);
    const { head, openRecords: records } = host;
    const { commandCount } = engine;
    await saveSnapshot(db, { head, commandCount, engine: engine.snapshot(), records }, now());
    const pruned = journalDays === null ? 0 : await pruneJournal({ db, journal, before: now() - journalDays * dayMs });
    return { sequence: head.sequence, commandCount, ms: performance.now() - begun, pruned };
  } finally {
    await journal.close();
    await database.close();
  }
}
