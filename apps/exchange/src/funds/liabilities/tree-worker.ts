import { parentPort, workerData } from 'node:worker_threads';
import { type GrownTree, growTree, type OwedOfAsset } from './grow-tree.ts';

const [secret, owed] = workerData as [Uint8Array, readonly OwedOfAsset[]];
const trees: GrownTree[] = owed.map((one) => growTree(secret, one));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(trees);
