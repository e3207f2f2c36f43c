import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { takeSnapshot, type SnapshotOrder } from './take-snapshot.ts';

// No caller waits for a snapshot, so trading goes first. On Linux a thread has its own priority; elsewhere this would affect the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await takeSnapshot(workerData as SnapshotOrder));
