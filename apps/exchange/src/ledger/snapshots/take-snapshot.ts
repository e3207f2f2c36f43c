import { PostgresJournal } from '@fft/journal';
import { openDatabase } from '../../database/connection.ts';
import { openJournal, type JournalPlace } from '../open-journal.ts';
import { readPosition } from '../projection/table-write.ts';
import { pruneJournal } from './prune-journal.ts';
import { resume } from './resume.ts';
import { saveSnapshot } from './snapshot-store.ts';

/** What a snapshot is made of, and what goes once it stands. */
export interface SnapshotOrder extends JournalPlace {
  /** The journal's entries go once they are older, as far as snapshots stand behind them; null: they stay. */
  readonly journalDays?: number | null;
}

export interface SnapshotTaken {
  readonly sequence: number;
  readonly commandCount: number;
  /** What the whole of it took. */
  readonly ms: number;
  /** Entries that were taken away from the journal's beginning. */
  readonly pruned: number;
}

const dayMs = 86_400_000;

/**
 * Writes a snapshot of what the tables hold by now, from the one before it and the journal. It doesn't ask those who trade: a replica of its own does it, so
 * nobody waits for it, and each snapshot is made by the same replay that will be relied on. Null where nothing came since the last one.
 */
export async function takeSnapshot(place: SnapshotOrder, now: () => number = Date.now): Promise<SnapshotTaken | null> {
  const begun = performance.now();
  const database = openDatabase(place.url, { connectionsMax: 2 });
  const journal = openJournal(place);
  try {
    const { db } = database;
    const position = await readPosition(database.pool);
    const { host, engine } = await resume({ db, journal, position: async () => position, say: () => undefined });
    if (host.sequence === position) return null;
    await host.catchUp(position + 1);
    const { head, openRecords: records } = host;
    const { commandCount } = engine;
    await saveSnapshot(db, { head, commandCount, engine: engine.snapshot(), records }, now());
    const { journalDays = null } = place;
    const isPrunable = journalDays !== null && journal instanceof PostgresJournal;
    const pruned = isPrunable ? await pruneJournal({ db, journal, before: now() - journalDays * dayMs }) : 0;
    return { sequence: head.sequence, commandCount, ms: performance.now() - begun, pruned };
  } finally {
    await journal.close();
    await database.close();
  }
}
