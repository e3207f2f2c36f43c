import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../../database/connection.ts';
import { executeWrite, type TableWrite } from './table-write.ts';
import type { ThreadAnswer } from './writer-thread.ts';

/** Entry point of the writer thread: executes writes over its own connection. */
const { pool } = openDatabase(workerData as string, { maxConnections: 1 });

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
const answer = (told: ThreadAnswer): void => parentPort?.postMessage(told);

parentPort?.on('message', (write: TableWrite) => {
  executeWrite(pool, write).then(
    (stood) => answer({ stood }),
    (failure: unknown) => answer({ failure }),
  );
});
