import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { BatchEvents } from '../trading/batch-events.ts';
import { writeBatches } from './write-batches.ts';

/** Rows of the position table are by projection; these tables move together. */
const projection = 'ledger';
/** Entries and postings written in one transaction at most; a single entry may have more. */
const maxBatches = 500;
const maxPostings = 4_000;
/** Entries gather for this long, unless somebody waits for them: few large writes cost far less than many small ones. */
const gatherMs = 20;

export interface ProjectorOptions {
  readonly pool: Pool;
  /** Told when a write fails; it is tried again until it works. */
  readonly onError: (error: unknown) => void;
}

/**
 * Writes what batches led to into tables, in the journal's order, in one transaction with the position: exactly once.
 * Feed it every batch from the journal's first on; what the tables already hold is passed over.
 */
export class Projector {
  readonly #options: ProjectorOptions;
  #position = 0;
  #queue: BatchEvents[] = [];
  #running: Promise<void> | null = null;
  #closed = false;
  /** Ends the gathering. */
  #wake: (() => void) | null = null;
  #waiting: { sequence: number; resolve: () => void }[] = [];

  constructor(options: ProjectorOptions) {
    this.#options = options;
  }

  /** Reads how far the tables are. */
  async open(): Promise<void> {
    const found = await this.#options.pool.query<{ sequence: number }>(
      'insert into projection (name, sequence) values ($1, 0) on conflict (name) do update set name = excluded.name returning sequence',
      [projection],
    );
    this.#position = found.rows[0]?.sequence ?? 0;
  }

  /** The last entry that is in the tables. */
  get position(): number {
    return this.#position;
  }

  /** Entries that wait to be written. */
  get lag(): number {
    return this.#queue.length;
  }

  add(batch: BatchEvents): void {
    if (batch.sequence <= this.#position) return;
    this.#queue.push(batch);
    this.#running ??= this.#run();
  }

  /** Resolves when entry `sequence` is in the tables. */
  reached(sequence: number): Promise<void> {
    if (this.#position >= sequence) return Promise.resolve();
    this.#wake?.();
    return new Promise((resolve) => this.#waiting.push({ sequence, resolve }));
  }

  /** Resolves when everything added is in the tables, or when a write fails: the next start writes what is missing. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#wake?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#gather();
      const batches = this.#nextBatches();
      if (!(await this.#writeUntilDone(batches))) break;
      this.#queue = this.#queue.slice(batches.length);
      this.#position = batches.at(-1)?.sequence ?? this.#position;
      for (const { resolve } of this.#waiting.filter(({ sequence }) => sequence <= this.#position)) resolve();
      this.#waiting = this.#waiting.filter(({ sequence }) => sequence > this.#position);
    }
    this.#running = null;
  }

  #nextBatches(): readonly BatchEvents[] {
    let postings = 0;
    const tooMany = this.#queue.findIndex((batch, index) => {
      postings += batch.postings.length;
      return index > 0 && postings > maxPostings;
    });
    return this.#queue.slice(0, tooMany < 0 ? maxBatches : Math.min(tooMany, maxBatches));
  }

  async #gather(): Promise<void> {
    if (this.#closed || this.#waiting.length > 0 || this.#queue.length >= maxBatches) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, gatherMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
  }

  async #writeUntilDone(batches: readonly BatchEvents[]): Promise<boolean> {
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 5_000)) {
      try {
        await this.#write(batches);
        return true;
      } catch (error) {
        this.#options.onError(error);
        if (this.#closed) return false;
        await delay(waitMs);
      }
    }
  }

  async #write(batches: readonly BatchEvents[]): Promise<void> {
    const from = this.#position;
    const to = batches.at(-1)?.sequence ?? from;
    const client = await this.#options.pool.connect();
    let failure: Error | undefined;
    try {
      await client.query('begin');
      const locked = await client.query<{ sequence: number }>(
        'select sequence from projection where name = $1 for update',
        [projection],
      );
      // A commit whose answer was lost has moved the position already: then the rows are there.
      const stood = locked.rows[0]?.sequence ?? -1;
      if (stood === from) await writeBatches(client, batches);
      else if (stood < to)
        throw new Error(`the projection stands at ${stood}, expected ${from}: another one writes it`);
      await client.query('update projection set sequence = $2 where name = $1', [projection, Math.max(stood, to)]);
      await client.query('commit');
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      await client.query('rollback').catch(() => undefined);
      throw failure;
    } finally {
      client.release(failure);
    }
  }
}
