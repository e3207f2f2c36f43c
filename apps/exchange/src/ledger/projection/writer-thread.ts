import { Worker } from 'node:worker_threads';
import { ownProgram } from '../../platform/own-files.ts';
import type { TableWrite } from './table-write.ts';

/** The thread's answer to a write. */
export type ThreadAnswer = { readonly found: number } | { readonly failure: unknown };

/**
 * Executes table writes in a thread, one at a time. A write needs some ten round trips and a megabyte through a socket: under load the main thread would come to each
 * of them late, and the database would wait.
 */
export class WriterThread {
  readonly #url: string;
  #thread: Worker | null;
  #asked: PromiseWithResolvers<number> | null = null;

  /** @param url the database's */
  constructor(url: string) {
    this.#url = url;
    this.#thread = this.#start();
  }

  /** Like `executeWrite`. Also throws if the thread ends during the write; the next write starts another. */
  async executeWrite(write: TableWrite): Promise<number> {
    this.#thread ??= this.#start();
    this.#asked = Promise.withResolvers();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#thread.postMessage(write);
    return this.#asked.promise;
  }

  /** A half-done write is rolled back with the thread's connection. */
  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(ownProgram('src/ledger/projection/write-tables.ts'), { workerData: this.#url });
    const end = (error: Error): void => {
      // Called twice, the second time perhaps when another thread runs.
      if (this.#thread !== thread) return;
      this.#thread = null;
      this.#asked?.reject(error);
    };
    thread.on('message', (answer: ThreadAnswer) => {
      if ('found' in answer) this.#asked?.resolve(answer.found);
      else this.#asked?.reject(answer.failure);
    });
    thread.once('error', end);
    thread.once('exit', () => end(new Error('the writer thread has ended')));
    return thread;
  }
}
