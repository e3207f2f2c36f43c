import type { Batch, Entry, Head, Journal, Watch } from '@fft/journal';

/** What is known to be durable, and since when. */
export interface Durable {
  readonly head: Head;
  /** Milliseconds of `performance.now()`. */
  readonly at: number;
}

/** A journal that reports each position which is known to be durable: of its own appends, and of confirmations. */
export class MarkedJournal implements Journal {
  readonly #journal: Journal;
  readonly #onDurable: (head: Head) => void;
  #durable: Durable | null = null;

  constructor(journal: Journal, onDurable: (head: Head) => void) {
    this.#journal = journal;
    this.#onDurable = onDurable;
  }

  /** The newest position that is known to be durable; null before the first one. */
  get durable(): Durable | null {
    return this.#durable;
  }

  async append(batch: Batch): Promise<Entry> {
    const entry = await this.#journal.append(batch);
    this.#mark({ sequence: entry.sequence, hash: entry.hash });
    return entry;
  }

  async confirm(): Promise<Head> {
    const head = await this.#journal.confirm();
    this.#mark(head);
    return head;
  }

  read(after: number, limit: number): Promise<Entry[]> {
    return this.#journal.read(after, limit);
  }

  find(batchId: string): Promise<Entry | null> {
    return this.#journal.find(batchId);
  }

  begin(): Promise<Head> {
    return this.#journal.begin();
  }

  head(): Promise<Head> {
    return this.#journal.head();
  }

  watch(onMore: () => void): Promise<Watch> {
    return this.#journal.watch(onMore);
  }

  close(): Promise<void> {
    return this.#journal.close();
  }

  #mark(head: Head): void {
    this.#durable = { head, at: performance.now() };
    this.#onDurable(head);
  }
}
