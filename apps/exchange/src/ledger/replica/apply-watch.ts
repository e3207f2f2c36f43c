import { Worker } from 'node:worker_threads';
import { ownProgram } from '../../platform/own-files.ts';
import { typeOf } from './entry-not-applied.ts';
import type { ApplyMark } from './engine-host.ts';

/** Shared cells: the entry's number (0 while idle), the command's position from 1, and the length of its type; the type's bytes follow. */
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
 * Watches the engine from a thread, as a command that never ends would keep this thread from reporting it. After five seconds the thread names entry and command
 * on standard error; after `secondsMax` the process ends.
 */
export function watchApplying(secondsMax: number): ApplyWatch {
  const shared = new SharedArrayBuffer((placeCount + typeLengthMax) * Float64Array.BYTES_PER_ELEMENT);
  const place = new Float64Array(shared);
  const given: WatchedPlace = { shared, secondsMax };
  const thread = new Worker(ownProgram('src/ledger/replica/apply-watch-thread.ts'), { workerData: given });
  thread.unref();
  // The exchange runs without it, too.
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
