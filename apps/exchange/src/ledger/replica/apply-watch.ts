import { Worker } from 'node:worker_threads';
import { ownProgram } from '../../platform/own-files.ts';
import { typeOf } from './entry-not-applied.ts';
import type { ApplyMark } from './engine-host.ts';

/** What the thread reads: the entry's number (0 while nothing is applied), the command's place from 1, and how long its type is; then the type itself. */
export const placeCount = 3;
const typeLengthMax = 40;

export interface WatchedPlace {
  readonly shared: SharedArrayBuffer;
  /** A command that runs longer ends the process. */
  readonly secondsMax: number;
}

export interface ApplyWatch {
  readonly mark: ApplyMark;
  close(): Promise<void>;
}

/**
 * Watches from a thread of its own what the engine is at: a command that never ends keeps this process from saying so itself. After five seconds the
 * entry and the command are named on standard error, after `secondsMax` the process ends.
 */
export function watchApplying(secondsMax: number): ApplyWatch {
  const shared = new SharedArrayBuffer((placeCount + typeLengthMax) * Float64Array.BYTES_PER_ELEMENT);
  const place = new Float64Array(shared);
  const given: WatchedPlace = { shared, secondsMax };
  const thread = new Worker(ownProgram('src/ledger/replica/apply-watch-thread.ts'), { workerData: given });
  thread.unref();
  // Without it the exchange runs all the same.
  thread.once('error', () => undefined);
  return {
    mark: {
      begin: (sequence, command, given) => {
        const type = typeOf(given);
        place[2] = type.length;
        for (let at = 0; at < type.length; at += 1) place[placeCount + at] = type.charCodeAt(at);
        place[1] = command;
        place[0] = sequence;
      },
      end: () => {
        place[0] = 0;
      },
    },
    close: async () => void (await thread.terminate()),
  };
}
