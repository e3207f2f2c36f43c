import { createEngine, restoreEngine, SnapshotUnreadable, type Engine } from '@fft/engine';
import { PostgresJournal, type Journal } from '@fft/journal';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { EngineHost } from '../trading/engine-host.ts';
import { listSnapshots, loadSnapshot, SnapshotDamaged, type SnapshotRow } from './snapshot-store.ts';

export interface ResumeOptions {
  readonly db: Kysely<Tables>;
  readonly journal: Journal;
  /** Entries up to here are in the tables: what a later snapshot holds would never be told to whoever writes them. */
  readonly position: number;
  readonly say: (line: string) => void;
}

export interface Resumed {
  readonly host: EngineHost;
  readonly engine: Engine;
}

/** A replica as the newest sound snapshot has it, or an empty one: the journal's entries after it are still to be applied. */
export async function resume(options: ResumeOptions): Promise<Resumed> {
  const { db, journal, position, say } = options;
  for (const row of await listSnapshots(db, position)) {
    try {
      return await resumeFrom(row, options);
    } catch (error) {
      if (!(error instanceof SnapshotDamaged || error instanceof SnapshotUnreadable)) throw error;
      say(`${error.message}; going on without it`);
    }
  }
  if (journal instanceof PostgresJournal) {
    const { sequence } = await journal.begin();
    if (sequence > 0)
      throw new Error(
        `The journal begins after entry ${sequence}, and no snapshot is sound: restore one (table snapshots) from a backup`,
      );
  }
  return hostOf(journal, createEngine);
}

/** @throws SnapshotDamaged */
export async function resumeFrom(
  row: SnapshotRow,
  { db, journal }: Pick<ResumeOptions, 'db' | 'journal'>,
): Promise<Resumed> {
  const [entry] = await journal.read(row.sequence - 1, 1);
  const isOfJournal = entry?.sequence === row.sequence && Buffer.compare(entry.hash, row.hash) === 0;
  if (!isOfJournal) throw new SnapshotDamaged(`snapshot ${row.sequence} is of another journal`);
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
  if (!engine) throw new Error('a host makes an engine');
  return { host, engine };
}
