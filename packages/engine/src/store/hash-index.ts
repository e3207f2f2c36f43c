import { assert } from '@fft/decimal';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { HashTable } from './hash-table.ts';
import { none as noSlot } from './records.ts';

const none = noSlot;

/** Buckets of the table being left that one change moves: it is empty long before the next one is full. */
const movedAtOnce = 2;
/** Entries for each bucket, of its seven, before it grows. */
const fullAt = 5;

/**
 * Finds slots of a record store by a hash of their key. It holds no keys: the caller compares them. Keys are one of a kind, so what is found never
 * depends on where it lies here. It grows into a larger table step by step, so that no single command waits for all of it.
 */
export class HashIndex {
  private table: HashTable;
  /** The smaller table that is being left, or null. */
  private old: HashTable | null = null;
  private movedUpTo = 0;
  count = 0;

  constructor(bucketCount = 8) {
    this.table = new HashTable(bucketCount);
  }

  /** The position of the first slot with this hash, or `none`; go on with {@link next}. */
  first(hash: number): number {
    const at = this.table.first(hash);
    return at === none && this.old !== null ? inOld(this.old.first(hash)) : at;
  }

  /** The position of the next slot with this hash, or `none`. */
  next(hash: number, position: number): number {
    const { old } = this;
    if (position < none) return old === null ? none : inOld(old.next(hash, inOld(position)));
    const at = this.table.next(hash, position);
    return at === none && old !== null ? inOld(old.first(hash)) : at;
  }

  slotAt(position: number): number {
    if (position > none) return this.table.slotAt(position);
    assert(this.old !== null, 'a position in a table that was left');
    return this.old.slotAt(inOld(position));
  }

  add(hash: number, slot: number): void {
    if (this.old !== null) this.move(movedAtOnce);
    if (this.count >= this.table.bucketCount * fullAt) this.grow();
    this.table.add(hash, slot);
    this.count += 1;
  }

  remove(hash: number, slot: number): void {
    let at = this.first(hash);
    while (at !== none && this.slotAt(at) !== slot) at = this.next(hash, at);
    assert(at !== none, 'removed slot is not in the index');
    this.count -= 1;
    if (at > none) this.table.remove(hash, at);
    else this.old?.remove(hash, inOld(at));
  }

  /** As pairs of hash and slot. */
  save(writer: SnapshotWriter): void {
    this.move(Infinity);
    const { table } = this;
    const pairs = new Int32Array(this.count * 2);
    let at = 0;
    for (let bucket = 0; bucket < table.bucketCount; bucket += 1) {
      for (const position of table.takenOf(bucket)) {
        pairs[at] = table.hashAt(position);
        pairs[at + 1] = table.slotAt(position);
        at += 2;
      }
    }
    writer.numbers(pairs);
  }

  /** Into an empty index. */
  load(reader: SnapshotReader): void {
    const pairs = reader.integers();
    let { bucketCount } = this.table;
    while (pairs.length / 2 > bucketCount * fullAt) bucketCount *= 2;
    this.table = new HashTable(bucketCount);
    for (let at = 0; at < pairs.length; at += 2) this.add(pairs[at] as number, pairs[at + 1] as number);
  }

  private grow(): void {
    this.move(Infinity);
    this.old = this.table;
    this.movedUpTo = 0;
    this.table = new HashTable(this.old.bucketCount * 2);
  }

  /** Moves what lies in the next buckets of the table that is being left. */
  private move(buckets: number): void {
    const { old, table } = this;
    if (old === null) return;
    const end = Math.min(old.bucketCount, this.movedUpTo + buckets);
    for (let bucket = this.movedUpTo; bucket < end; bucket += 1) old.moveBucket(bucket, table);
    this.movedUpTo = end;
    if (end === old.bucketCount) this.old = null;
  }
}

/** Positions in the table being left are told below `none`; the same the other way round. */
function inOld(position: number): number {
  return position === none ? none : -position - 2;
}
