import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createJob, type Job } from '../../platform/jobs.ts';
import { withHistoryLock } from '../partitions/history-lock.ts';
import { compactOrders } from './compact-orders.ts';
import { deleteUnfilled } from './delete-unfilled.ts';

export interface RetentionJobOptions {
  readonly pool: Pool;
  readonly log: Logger;
  readonly now: () => number;
  /** Days after which an order that was cancelled without a fill is deleted. */
  readonly days: number;
  /** True in the one process that writes the tables. */
  readonly isMine: () => boolean;
}

const dayMs = 86_400_000;
const everyMs = 60 * 60_000;
const firstMs = 5 * 60_000;

/** Deletes orders that were cancelled without a fill, some time after they ended, and gives their space back. */
export function createRetentionJob({ pool, log, now, days, isMine }: RetentionJobOptions): Job {
  return createJob({
    name: 'ledger.deleteUnfilled',
    everyMs,
    firstMs,
    leaderOnly: isMine,
    run: (signal) =>
      withHistoryLock(pool, async () => {
        const deleted = await deleteUnfilled({ pool, endedBefore: now() - days * dayMs, signal });
        if (deleted > 0) log.info({ deleted }, 'ledger.unfilledDeleted');
        await compactOrders({
          pool,
          signal,
          onCompacted: (partition) => log.info({ partition }, 'ledger.partitionCompacted'),
        });
      }),
  });
}
