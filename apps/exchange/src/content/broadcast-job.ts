import { setImmediate as turn } from 'node:timers/promises';
import { createJob, type Job } from '../platform/jobs.ts';
import { type BroadcastOptions, sendNextBatch } from './broadcasts.ts';

/** Sends due broadcasts, and continues those that a dead process had begun. */
export function createBroadcastJob(options: BroadcastOptions): Job {
  return createJob({
    name: 'content.broadcasts',
    everyMs: 2_000,
    firstMs: 0,
    run: async (signal) => {
      while (!signal.aborted && (await sendNextBatch(options)) !== 'nothingToDo') await turn();
    },
  });
}
