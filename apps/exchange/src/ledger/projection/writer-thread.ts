import { Worker } from 'node:worker_threads';
import { ownProgram } from '../../platform/own-files.ts';
import type { Standing, TableWrite } from './table-write.ts';

/** What the thread answers to a write. */
export type ThreadAnswer = { readonly stood: Standing } | { readonly failure: unknown };

/**
 * Carries writes of the tables out in a thread of its own, one at a time. A write is some ten messages to the database and back, and a megabyte that its socket takes in
 * pieces: under load the thread that takes orders comes to each of them late, and the database waits meanwhile.
 */
export class WriterThread {
  readonly #url: string;
  #thread: Worker | null;
  #asked: PromiseWithResolvers<Standing> | null = null;

  /** @param url of the database */
  constructor(url: string) {
    this.#url = url;
    this.#thread = this.#start();
  }

  /** As `carryOut`. Throws too where the thread ends meanwhile; the next write starts another. */
  async carryOut(write: TableWrite): Promise<Standing> {
    this.#thread ??= this.#start();
    this.#asked = Promise.withResolvers();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#thread.postMessage(write);
    return this.#asked.promise;
  }

  /** What is half written is rolled back with the thread's connection. */
  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(ownProgram('src/ledger/projection/write-tables.ts'), { workerData: this.#url });
    const end = (error: Error): void => {
      // Told twice, the second time perhaps when another is there.
      if (this.#thread !== thread) return;
      this.#thread = null;
      this.#asked?.reject(error);
    };
    thread.on('message', (answer: ThreadAnswer) => {
      if ('stood' in answer) this.#asked?.resolve(answer.stood);
      else this.#asked?.reject(answer.failure);
    });
    thread.once('error', end);
    thread.once('exit', () => end(new Error('the thread that writes the tables has ended')));
    return thread;
  }
}
