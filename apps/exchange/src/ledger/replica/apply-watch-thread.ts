import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { placeCount, type WatchedPlace } from './apply-watch.ts';

/** Watches the engine's current command. It writes to standard error itself, as the main thread is the one that may be stuck. */
const { shared, secondsMax } = workerData as WatchedPlace;
const place = new Float64Array(shared);
const standardError = 2;
const namedAfterSeconds = 5;

/** Number of consecutive checks, a second apart, that saw the same command. */
let seconds = 0;
let last = '';

function describe(): string {
  const [sequence = 0, command = 0, length = 0] = place;
  const type = String.fromCharCode(...place.subarray(placeCount, placeCount + length));
  return sequence === 0 ? '' : `journal entry ${sequence}, command ${command} (${type})`;
}

setInterval(() => {
  const now = describe();
  seconds = now !== '' && now === last ? seconds + 1 : 0;
  last = now;
  if (seconds === Math.min(namedAfterSeconds, secondsMax)) {
    writeSync(standardError, `${now} has been running in the engine for ${seconds} s\n`);
  }
  if (seconds < secondsMax) return;
  writeSync(
    standardError,
    `${now} runs longer than ${secondsMax} s: the process ends. No start gets past this entry; npm run verify-books names it, and docs/operations/faults.md says what to do\n`,
  );
  process.kill(process.pid, 'SIGKILL');
}, 1_000);
