/**
 * An ordered, durable, hash-chained log of batches. It doesn't interpret the batches.
 *
 * Any number of writers append without coordination; the journal orders them. It assigns an entry's number and hash on commit:
 * `hash = sha256(previousHash || bytes)`, where the first entry follows 32 zero bytes.
 */
export interface Journal {
  /**
   * Commits one batch. Resolves with its position once it is durable. A repeated `batchId` is not written again: it resolves with the existing
   * entry's position.
   * @throws JournalUnavailable if certainly nothing was written
   * @throws JournalOutcomeUnknown if it may have been written: call `find` once the journal is back
   */
  append(batch: Batch): Promise<Entry>;
  /** At most `limit` entries after number `after`, in order, without gaps. */
  read(after: number, limit: number): Promise<Entry[]>;
  /** The entry of a batch, or null if there is none and never will be (a late write is fenced off). */
  find(batchId: string): Promise<Entry | null>;
  /** The position after which the journal begins: entries up to it were pruned. `{ sequence: 0, … }` if none were. */
  begin(): Promise<Head>;
  /** The newest entry's position, or `{ sequence: 0, hash: 32 zero bytes }`. */
  head(): Promise<Head>;
  /**
   * Like `head`, but resolves once everything up to it is as durable as an answered append: a reader may see an entry before its standby has it.
   * Rejects while nothing can be written.
   */
  confirm(): Promise<Head>;
  /**
   * Calls `onMore` whenever another writer may have added entries, and periodically. Calls may be spurious, but new entries don't stay unnoticed
   * for long. Resolves once it is listening.
   */
  watch(onMore: () => void): Promise<Watch>;
  close(): Promise<void>;
}

/** A subscription of {@link Journal.watch}. */
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
