import { createEngine, restoreEngine, SnapshotUnreadable, type Engine } from '@fft/engine';
import type { Journal } from '@fft/journal';
import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { EngineHost } from '../replica/engine-host.ts';
import { listSnapshots, loadSnapshot, SnapshotDamaged, type SnapshotRow } from './snapshot-store.ts';

export interface ResumeOptions {
  readonly db: Kysely<Tables>;
  readonly journal: Journal;
  /** The tables' position: the writer would never hear of entries inside a later snapshot. */
  readonly position: () => Promise<number>;
  readonly say: (line: string) => void;
}

export interface Resumed {
  readonly host: EngineHost;
  readonly engine: Engine;
}

/** Restores a replica from the newest sound snapshot, or returns an empty one; later journal entries are still to be applied. */
export async function resume(options: ResumeOptions): Promise<Resumed> {
  const { db, journal, position } = options;
  for (;;) {
    const rows = await listSnapshots(db, await position());
    const resumed = await resumeFromSome(rows, options);
    if (resumed) return resumed;
    const { sequence } = await journal.begin();
    if (sequence === 0) return hostOf(journal, createEngine);
    // Another process may have written newer snapshots and deleted the ones being read.
    const [newest] = await listSnapshots(db, await position());
    if (newest?.sequence === rows[0]?.sequence) {
      throw new Error(
        `The journal begins after entry ${sequence}, and no snapshot is sound: restore the table snapshots from a backup`,
      );
    }
  }
}

async function resumeFromSome(rows: readonly SnapshotRow[], options: ResumeOptions): Promise<Resumed | null> {
  for (const row of rows) {
    try {
      return await resumeFrom(row, options);
    } catch (error) {
      if (!(error instanceof SnapshotDamaged || error instanceof SnapshotUnreadable)) throw error;
      options.say(`${error.message}; trying the next one`);
    }
  }
  return null;
}

/** @throws SnapshotDamaged */
export async function resumeFrom(
  row: SnapshotRow,
  { db, journal }: Pick<ResumeOptions, 'db' | 'journal'>,
): Promise<Resumed> {
  const [entry] = await journal.read(row.sequence - 1, 1);
  const isOfJournal = entry?.sequence === row.sequence && Buffer.compare(entry.hash, row.hash) === 0;
  if (!isOfJournal) throw new SnapshotDamaged(`snapshot ${row.sequence} belongs to another journal`);
  const snapshot = await loadSnapshot(db, row);
  const resumed = hostOf(journal, (listener) => restoreEngine(snapshot.engine, listener));
  resumed.host.resume(snapshot.head, snapshot.records);
  return resumed;
}

function hostOf(journal: Journal, create: (listener: Parameters<typeof createEngine>[0]) => Engine): Resumed {
  const engines: Engine[] = [];
  const host = new EngineHost(journal, (listener) => {
    const engine = create(listener);
    engines.push(engine);
    return engine;
  });
  const [engine] = engines;
  if (!engine) throw new Error('the host was created without an engine');
  return { host, engine };
}
