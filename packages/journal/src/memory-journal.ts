import { chainHash, emptyHead } from './chain.ts';
import { JournalOutcomeUnknown, JournalUnavailable } from './journal-errors.ts';
import type { Batch, Entry, Head, Journal, Watch } from './journal.ts';

/**
 * A fault of one append:
 * - `refused`: nothing is written, and the writer knows;
 * - `answer-lost`: it is written, but the writer doesn't know;
 * - `delayed`: the writer doesn't know, and it is written later (`landDelayed`), unless it was abandoned by then.
 */
export type AppendFault = 'refused' | 'answer-lost' | 'delayed';

/** Storage shared by the memory journals of several writers; it outlives them, like a disk. */
export class MemoryStorage {
  readonly #entries: Entry[] = [];
  readonly #byBatch = new Map<string, Entry>();
  readonly #givenUp = new Set<string>();
  readonly #watchers = new Set<() => void>();
  #delayed: Batch[] = [];

  get head(): Head {
    return this.#entries.at(-1) ?? emptyHead;
  }

  /** The entry that exists for this batch now, or null if it was abandoned. */
  write(batch: Batch): Entry | null {
    const existing = this.#byBatch.get(batch.batchId);
    if (existing) return existing;
    if (this.#givenUp.has(batch.batchId)) return null;
    const { sequence, hash } = this.head;
    // A copy, as the writer may reuse its buffer.
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

  /** Writes delayed appends that were not abandoned. */
  landDelayed(): void {
    for (const batch of this.#delayed) this.write(batch);
    this.#delayed = [];
  }

  findOrGiveUp(batchId: string): Entry | null {
    const existing = this.#byBatch.get(batchId);
    if (!existing) this.#givenUp.add(batchId);
    return existing ?? null;
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
  /** Another journal's storage, to continue from or to share. */
  readonly storage?: MemoryStorage;
  /** Returns the fault of the next append, if any. */
  readonly faultOf?: (batch: Batch) => AppendFault | null;
}

/** A journal in memory, for simulations and tests. */
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

  async begin(): Promise<Head> {
    return emptyHead;
  }

  async head(): Promise<Head> {
    this.#assertOpen();
    const { sequence, hash } = this.#storage.head;
    return { sequence, hash };
  }

  confirm(): Promise<Head> {
    return this.head();
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
