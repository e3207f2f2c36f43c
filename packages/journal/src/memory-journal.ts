import { chainHash, emptyHead } from './chain.ts';
import { JournalOutcomeUnknown, JournalUnavailable } from './journal-errors.ts';
import type { Batch, Entry, Head, Journal, Watch } from './journal.ts';

/**
 * What goes wrong with one append:
 * - `refused`: nothing is written, and the writer knows;
 * - `answer-lost`: it is written, but the writer doesn't know;
 * - `delayed`: the writer doesn't know, and it is written later (`landDelayed`), unless it was given up by then.
 */
export type AppendFault = 'refused' | 'answer-lost' | 'delayed';

/** What the memory journals of several writers share, and what outlives them, as a disk would. */
export class MemoryStorage {
  readonly #entries: Entry[] = [];
  readonly #byBatch = new Map<string, Entry>();
  readonly #givenUp = new Set<string>();
  readonly #watchers = new Set<() => void>();
  #delayed: Batch[] = [];

  get head(): Head {
    return this.#entries.at(-1) ?? emptyHead;
  }

  /** The entry that stands for this batch now, or null if it was given up. */
  write(batch: Batch): Entry | null {
    const standing = this.#byBatch.get(batch.batchId);
    if (standing) return standing;
    if (this.#givenUp.has(batch.batchId)) return null;
    const { sequence, hash } = this.head;
    // A copy: what the writer does with its buffer afterwards must not reach the journal.
    const bytes = Uint8Array.from(batch.bytes);
    const entry = { batchId: batch.batchId, bytes, sequence: sequence + 1, hash: chainHash(hash, bytes) };
    this.#entries.push(entry);
    this.#byBatch.set(batch.batchId, entry);
    for (const onMore of this.#watchers) queueMicrotask(onMore);
    return entry;
  }

  delay(batch: Batch): void {
    this.#delayed.push({ batchId: batch.batchId, bytes: Uint8Array.from(batch.bytes) });
  }

  /** Writes what was delayed, as far as it wasn't given up. */
  landDelayed(): void {
    for (const batch of this.#delayed) this.write(batch);
    this.#delayed = [];
  }

  findOrGiveUp(batchId: string): Entry | null {
    const standing = this.#byBatch.get(batchId);
    if (!standing) this.#givenUp.add(batchId);
    return standing ?? null;
  }

  read(after: number, limit: number): Entry[] {
    return this.#entries.slice(after, after + limit);
  }

  watch(onMore: () => void): () => void {
    this.#watchers.add(onMore);
    return () => this.#watchers.delete(onMore);
  }
}

export interface MemoryJournalOptions {
  /** Another journal's storage, to go on from or to write beside it. */
  readonly storage?: MemoryStorage;
  /** Asked at every append what goes wrong with it. */
  readonly faultOf?: (batch: Batch) => AppendFault | null;
}

/** A journal in memory, for simulations and tests; what it holds is lost with its storage. */
export class MemoryJournal implements Journal {
  readonly #storage: MemoryStorage;
  readonly #faultOf: (batch: Batch) => AppendFault | null;
  #closed = false;

  constructor(options: MemoryJournalOptions = {}) {
    this.#storage = options.storage ?? new MemoryStorage();
    this.#faultOf = options.faultOf ?? (() => null);
  }

  async append(batch: Batch): Promise<Entry> {
    this.#assertOpen();
    const fault = this.#faultOf(batch);
    if (fault === 'refused') throw new JournalUnavailable('refused');
    if (fault === 'delayed') this.#storage.delay(batch);
    if (fault === 'answer-lost') this.#storage.write(batch);
    if (fault !== null) throw new JournalOutcomeUnknown('the answer was lost');
    const entry = this.#storage.write(batch);
    if (entry === null) throw new JournalUnavailable(`batch ${batch.batchId} was given up`);
    return entry;
  }

  async read(after: number, limit: number): Promise<Entry[]> {
    this.#assertOpen();
    return this.#storage.read(after, limit);
  }

  async find(batchId: string): Promise<Entry | null> {
    this.#assertOpen();
    return this.#storage.findOrGiveUp(batchId);
  }

  async head(): Promise<Head> {
    this.#assertOpen();
    const { sequence, hash } = this.#storage.head;
    return { sequence, hash };
  }

  async watch(onMore: () => void): Promise<Watch> {
    this.#assertOpen();
    const stop = this.#storage.watch(onMore);
    return {
      close: async () => {
        stop();
      },
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  #assertOpen(): void {
    if (this.#closed) throw new JournalUnavailable('the journal is closed');
  }
}
