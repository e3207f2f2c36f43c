import type { PostgresJournal } from '@fft/journal';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { decodeCommands } from '../codec.ts';
import { listSnapshots, loadSnapshot } from './snapshot-store.ts';

export interface Pruning {
  readonly db: Kysely<Tables>;
  readonly journal: Pick<PostgresJournal, 'begin' | 'read' | 'prune'>;
  /** Entries written after this time stay. */
  readonly before: number;
}

/** Readers of the whole journal share this lock. */
export const wholeJournalLock = 'fft whole journal';

/** The oldest of this many snapshots, all verified, bounds what may be deleted. */
const snapshotsNeeded = 2;

/**
 * Deletes journal entries from before a time, as far as two sound snapshots cover them: a start needs neither, even if the newest snapshot is damaged. The entry of
 * the older snapshot stays, as a snapshot is trusted only if its entry's hash is in the journal. Returns the number of deleted entries: none while anyone reads the
 * journal from its beginning.
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
  // Throws if one is damaged: nothing is deleted then.
  for (const snapshot of snapshots.slice(0, snapshotsNeeded)) await loadSnapshot(db, snapshot);
  await journal.prune(last);
  return last - begin;
}

/** The last entry after `begin`, up to `end`, older than `before`; `begin` if there is none. Entries are ordered by time, apart from differences between processes' clocks. */
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
  if (!command) throw new Error(`journal entry ${sequence} has no time`);
  return command.time;
}
