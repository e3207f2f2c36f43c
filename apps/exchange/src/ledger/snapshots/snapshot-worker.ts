import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { takeSnapshot, type SnapshotOrder } from './take-snapshot.ts';

// Nobody waits for a snapshot: where processors are few, whoever trades goes first. On Linux a thread has a priority of its own; elsewhere it would be the whole process's.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await takeSnapshot(workerData as SnapshotOrder));
