import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { placeCount, type WatchedPlace } from './apply-watch.ts';

/** The thread that watches what the engine is at. It writes by itself: the process's own thread is the one that is stuck. */
const { shared, secondsMax } = workerData as WatchedPlace;
const place = new Float64Array(shared);
const standardError = 2;
const namedAfterSeconds = 5;

/** How many times in a row the same command was met, a second apart. */
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
    writeSync(standardError, `${now}: the engine has been at it for ${seconds} s\n`);
  }
  if (seconds < secondsMax) return;
  writeSync(
    standardError,
    `${now} runs longer than ${secondsMax} s: the process ends. No start gets beyond this entry; npm run verify-books names it, and docs/operations/faults.md says what to do\n`,
  );
  process.kill(process.pid, 'SIGKILL');
}, 1_000);
