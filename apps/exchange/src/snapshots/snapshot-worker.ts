import { parentPort, workerData } from 'node:worker_threads';
import type { JournalPlace } from '../database/open-journal.ts';
import { takeSnapshot } from './take-snapshot.ts';

const place = workerData as JournalPlace;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await takeSnapshot(place));
