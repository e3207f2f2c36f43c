import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createJob, type Job } from '../../platform/jobs.ts';
import { keepAhead } from './keep-ahead.ts';
import type { Period } from './periods.ts';
import { summarizePeriods } from './summarize-periods.ts';

export interface PartitionJobOptions {
  readonly pool: Pool;
  readonly log: Logger;
  readonly now: () => number;
  readonly period: Period;
  /** True in the one process that writes the tables. */
  readonly isMine: () => boolean;
}

const everyMs = 60 * 60_000;
/** A start has more urgent work, and partitions are two periods ahead. */
const firstMs = 60_000;

/** Keeps partitions of orders, fills and postings ahead of the writer. */
export function createPartitionJob({ pool, log, now, period, isMine }: PartitionJobOptions): Job {
  return createJob({
    name: 'ledger.partitions',
    everyMs,
    firstMs,
    leaderOnly: isMine,
    run: async (signal) => {
      await keepAhead(pool, {
        period,
        now: now(),
        onCut: (partition) => log.info({ partition }, 'ledger.partitionMade'),
      });
      await summarizePeriods(pool, {
        signal,
        onSummarized: (begins) => log.info({ begins }, 'ledger.periodSummarized'),
      });
    },
  });
}
