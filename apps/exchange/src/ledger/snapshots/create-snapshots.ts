import { Worker } from 'node:worker_threads';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../room.ts';
import { createJob, type Job } from '../../platform/jobs.ts';
import { ownProgram } from '../../platform/own-files.ts';
import { listSnapshots } from './snapshot-store.ts';
import type { SnapshotOrder, SnapshotTaken } from './take-snapshot.ts';

export interface SnapshotOptions {
  readonly order: SnapshotOrder;
  readonly db: Kysely<Tables>;
  readonly log: Logger;
  /** Number of commands between snapshots; after a long time, far fewer. */
  readonly everyCommands: number;
  /** Number of commands applied so far. */
  readonly commandCount: () => number;
  /** True in the one process that writes snapshots. */
  readonly isMine: () => boolean;
  readonly lookEveryMs?: number;
  /** Pause after a snapshot as a multiple of its duration; ten minutes at most. */
  readonly restTimes?: number;
}

const oldMs = 10 * 60_000;
const partWhenOld = 0.05;

/**
 * Writes snapshots one at a time, in a thread. A snapshot takes longer the more orders the day had: under load they would follow each other and take half a processor
 * from trading, so a long one is followed by a long pause.
 */
export function createSnapshots(options: SnapshotOptions): Job {
  const { order, db, log, lookEveryMs = 5_000, restTimes = 20 } = options;
  let restUntil = 0;

  async function writeIfDue(signal: AbortSignal): Promise<void> {
    if (performance.now() < restUntil) return;
    const [last] = await listSnapshots(db, Number.MAX_SAFE_INTEGER);
    const since = options.commandCount() - (last?.command_count ?? 0);
    const isOld = Date.now() - (last?.time ?? 0) > oldMs;
    if (signal.aborted || since < options.everyCommands * (isOld ? partWhenOld : 1)) return;
    const begun = performance.now();
    const worker = new Worker(ownProgram('src/ledger/snapshots/snapshot-worker.ts'), { workerData: order });
    // A half-written snapshot is rolled back with its connection.
    const end = (): void => void worker.terminate();
    signal.addEventListener('abort', end, { once: true });
    const taken = await answerOf(worker).finally(() => {
      signal.removeEventListener('abort', end);
      const now = performance.now();
      restUntil = now + Math.min((now - begun) * restTimes, oldMs);
    });
    if (taken) log.info(taken, 'snapshot.written');
  }

  return createJob({ name: 'ledger.snapshots', everyMs: lookEveryMs, leaderOnly: options.isMine, run: writeIfDue });
}

/** Null if it was ended early. */
function answerOf(worker: Worker): Promise<SnapshotTaken | null> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => resolve(null));
  });
}
