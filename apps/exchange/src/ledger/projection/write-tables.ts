import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../../database/connection.ts';
import { carryOut, type TableWrite } from './table-write.ts';
import type { ThreadAnswer } from './writer-thread.ts';

/** The thread that writes the tables: carries out what it is sent, over a connection of its own. */
const { pool } = openDatabase(workerData as string, { connectionsMax: 1 });

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
const answer = (told: ThreadAnswer): void => parentPort?.postMessage(told);

parentPort?.on('message', (write: TableWrite) => {
  carryOut(pool, write).then(
    (stood) => answer({ stood }),
    (failure: unknown) => answer({ failure }),
  );
});
