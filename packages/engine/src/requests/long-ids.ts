import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { Records } from '../store/records.ts';
import type { ClientIdKey } from './client-id-key.ts';

// A record, 64 bytes: the longest id.
const stride = 8;

/** The texts of open orders' ids that don't fit into the orders' records. */
export class LongIds {
  private readonly records = new Records(stride);

  /** Stores an id's text. Returns its slot. */
  put({ words, wordCount }: ClientIdKey): number {
    const slot = this.records.allocate();
    const { integers } = this.records;
    for (let index = 0; index < wordCount; index += 1) integers[slot + index] = words[index] as number;
    return slot;
  }

  release(slot: number): void {
    this.records.free(slot);
  }

  /** True if the text is that of the id. Both have the same length. */
  equals(slot: number, { words, wordCount }: ClientIdKey): boolean {
    const { integers } = this.records;
    for (let index = 0; index < wordCount; index += 1) {
      if (integers[slot + index] !== words[index]) return false;
    }
    return true;
  }

  words(slot: number, count: number): Int32Array {
    return this.records.integers.subarray(slot, slot + count);
  }

  save(writer: SnapshotWriter): void {
    this.records.save(writer);
  }

  load(reader: SnapshotReader): void {
    this.records.load(reader);
  }
}
