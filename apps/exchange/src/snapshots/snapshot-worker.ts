import { parentPort, workerData } from 'node:worker_threads';
import { takeSnapshot } from './take-snapshot.ts';

const { url } = workerData as { readonly url: string };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await takeSnapshot(url));
