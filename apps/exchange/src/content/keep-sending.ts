import { setImmediate as turn } from 'node:timers/promises';
import { createJob, type Job } from '../platform/jobs.ts';
import { type BroadcastParts, sendSome } from './broadcasts.ts';

/** Sends messages to many when they are due, and continues those that a process which died had begun. */
export function createSending(parts: BroadcastParts): Job {
  return createJob({
    name: 'content.broadcasts',
    everyMs: 2_000,
    firstMs: 0,
    run: async (signal) => {
      while (!signal.aborted && (await sendSome(parts)) !== 'nothingToDo') await turn();
    },
  });
}
