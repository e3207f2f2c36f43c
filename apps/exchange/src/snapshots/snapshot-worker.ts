import { parentPort, workerData } from 'node:worker_threads';
import { takeSnapshot, type SnapshotOrder } from './take-snapshot.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await takeSnapshot(workerData as SnapshotOrder));
