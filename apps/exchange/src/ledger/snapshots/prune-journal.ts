import type { PostgresJournal } from '@fft/journal';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { decodeCommands } from '../codec.ts';
import { listSnapshots, loadSnapshot } from './snapshot-store.ts';

export interface Pruning {
  readonly db: Kysely<Tables>;
  readonly journal: Pick<PostgresJournal, 'begin' | 'read' | 'prune'>;
  /** Entries written after this moment stay. */
  readonly before: number;
}

/** Whoever reads the journal from its beginning has this lock with others who do. */
export const wholeJournalLock = 'fft whole journal';

/** The oldest of so many snapshots, each of which is found to be sound, bounds what may go. */
const snapshotsNeeded = 2;

/**
 * Takes away what the journal holds from before a moment, as far as two sound snapshots stand behind it: a start needs neither, nor does one that finds the
 * newest snapshot damaged. The entry of the older snapshot stays: a snapshot is believed where its entry's hash is the journal's. Gives back how many went: none
 * while somebody reads the journal from its beginning.
 */
export function pruneJournal(pruning: Pruning): Promise<number> {
  return pruning.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${wholeJournalLock}, 0)) as "isFree"
    `.execute(transaction);
    return rows[0]?.isFree === true ? prune(pruning) : 0;
  });
}

async function prune({ db, journal, before }: Pruning): Promise<number> {
  const snapshots = await listSnapshots(db, Number.MAX_SAFE_INTEGER);
  const oldest = snapshots[snapshotsNeeded - 1];
  if (!oldest) return 0;
  const { sequence: begin } = await journal.begin();
  const last = await lastBefore(journal, { begin, end: oldest.sequence - 1, before });
  if (last <= begin) return 0;
  // Throws where one is damaged: nothing goes then.
  for (const snapshot of snapshots.slice(0, snapshotsNeeded)) await loadSnapshot(db, snapshot);
  await journal.prune(last);
  return last - begin;
}

/** The last entry after `begin`, up to `end`, that is older than `before`; `begin` where none is. Entries stand in the order of their times, but for the clocks of several processes. */
async function lastBefore(
  journal: Pruning['journal'],
  { begin, end, before }: { begin: number; end: number; before: number },
): Promise<number> {
  let [low, high] = [begin, end];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((await timeOf(journal, middle)) < before) low = middle;
    else high = middle - 1;
  }
  return low;
}

async function timeOf(journal: Pruning['journal'], sequence: number): Promise<number> {
  const [entry] = await journal.read(sequence - 1, 1);
  const [command] = entry ? decodeCommands(entry.bytes) : [];
  if (!command) throw new Error(`journal entry ${sequence} tells no time`);
  return command.time;
}
