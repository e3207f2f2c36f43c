import { parentPort, workerData } from 'node:worker_threads';
import { openPool } from '../../database/open-pool.ts';
import { executeWrite, type TableWrite } from './table-write.ts';
import type { ThreadAnswer } from './writer-thread.ts';

/** Entry point of the writer thread: executes writes over its own connection. */
const { pool } = openPool(workerData as string, { maxConnections: 1 });

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
const answer = (result: ThreadAnswer): void => parentPort?.postMessage(result);

parentPort?.on('message', (write: TableWrite) => {
  executeWrite(pool, write).then(
    (found) => answer({ found }),
    (failure: unknown) => answer({ failure }),
  );
});
