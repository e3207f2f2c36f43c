import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Tables } from '../room.ts';
import { createJob, type Job } from '../../platform/jobs.ts';
import { openArchive } from '../../platform/object-storage/archive-store.ts';
import { archiveHistory, countDue } from './archive-history.ts';

export interface ArchiveJobOptions {
  readonly pool: Pool;
  readonly db: Kysely<Tables>;
  readonly log: Logger;
  readonly now: () => number;
  readonly dataDir: string;
  readonly archiveUrl: string;
  /** Months that stay in the tables. */
  readonly months: number;
  /** True in the one process that writes the tables. */
  readonly isMine: () => boolean;
}

export interface ArchiveState {
  /** Partitions that should be archived and aren't, as of the last run. */
  readonly due: number;
}

const everyMs = 60 * 60_000;
/** A start has more urgent work. */
const firstMs = 10 * 60_000;

/** Archives partitions of orders, fills and postings once they are old enough. */
export function createArchiveJob(options: ArchiveJobOptions): { readonly job: Job; readonly state: ArchiveState } {
  const { pool, db, log, now, dataDir, archiveUrl, months, isMine } = options;
  const state = { due: 0 };
  const store = openArchive(archiveUrl);
  const job = createJob({
    name: 'ledger.archive',
    everyMs,
    firstMs,
    leaderOnly: isMine,
    run: async (signal) => {
      const time = now();
      const cutoff = archiveCutoff(time, months);
      try {
        await archiveHistory({
          pool,
          db,
          store,
          folder: join(dataDir, 'archiving'),
          cutoff,
          now: time,
          signal,
          onArchived: ({ name, bytes }) => log.info({ file: name, bytes }, 'ledger.archived'),
        });
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, 'ledger.archiveFailed');
        throw error;
      } finally {
        if (!signal.aborted) state.due = await countDue({ pool, db, cutoff });
      }
    },
  });
  return { job, state };
}

/** Partitions that end before it are archived: the same day of an earlier month, in UTC; its last day where it has fewer. */
export function archiveCutoff(time: number, months: number): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
  const day = Math.min(date.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
  return Date.UTC(year, month, day);
}
