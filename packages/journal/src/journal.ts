/**
 * The journal: an ordered, durable, hash-chained log of batches. It knows nothing of what a batch means.
 *
 * Any number of writers append without agreeing first; the journal orders them. The number and the hash of an entry are
 * given by the journal as it commits: `hash = sha256(previousHash || bytes)`, the first one following 32 zero bytes.
 */
export interface Journal {
  /**
   * Commits one batch and answers its place. Resolves only once it is durable.
   * The same `batchId` again is not written twice: the entry that stands is answered.
   * @throws JournalUnavailable it is certain that nothing was written
   * @throws JournalOutcomeUnknown it may or may not have been written: `find` tells, once the journal is back
   */
  append(batch: Batch): Promise<Entry>;
  /** Entries after number `after`, in order, at most `limit`, without gaps. */
  read(after: number, limit: number): Promise<Entry[]>;
  /** The entry of a batch, or null if there is none and never will be (a straggling write is fenced off). */
  find(batchId: string): Promise<Entry | null>;
  /** The newest entry's place, or `{ sequence: 0, hash: 32 zero bytes }`. */
  head(): Promise<Head>;
  /**
   * Calls `onMore` whenever another writer may have added entries, and every now and then without that: what is told may
   * be nothing new, but nothing new stays untold for long. Resolves once it is listening.
   */
  watch(onMore: () => void): Promise<Watch>;
  close(): Promise<void>;
}

/** What {@link Journal.watch} began. */
export interface Watch {
  close(): Promise<void>;
}

export interface Batch {
  /** A UUID made by the writer. */
  readonly batchId: string;
  readonly bytes: Uint8Array;
}

export interface Head {
  /** From 1, without gaps. */
  readonly sequence: number;
  /** 32 bytes. */
  readonly hash: Uint8Array;
}

export interface Entry extends Batch, Head {}
