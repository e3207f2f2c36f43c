import { assert } from '@fft/decimal';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { Buckets } from './buckets.ts';
import { none } from './records.ts';

/** Average entries per bucket, of seven, at which the index grows. */
const maxLoadPerBucket = 5;
/** Buckets split per new entry: all are split long before they are full again. */
const splitsPerInsert = 2;

/**
 * Finds slots of a record store by the hash of their key. It holds no keys: the caller compares them. Keys are unique, so the positions never
 * affect results. It grows in place and step by step (linear hashing): a split divides a bucket's entries between it and a new bucket. So no
 * single command pays for the growth.
 */
export class HashIndex {
  private readonly buckets = new Buckets();
  /** The bucket count after the last doubling, less one (a power of two), and the number of buckets split since. */
  private mask: number;
  private splitCount = 0;
  count = 0;

  constructor(bucketCount = 8) {
    this.mask = bucketCount - 1;
    this.buckets.reserve(bucketCount);
  }

  /** The position of the first slot with this hash, or `none`. Continue with {@link next}. */
  first(hash: number): number {
    return this.buckets.first(this.homeOf(hash), hash);
  }

  /** The position of the next slot with this hash, or `none`. */
  next(hash: number, position: number): number {
    return this.buckets.next(hash, position);
  }

  slotAt(position: number): number {
    return this.buckets.slotAt(position);
  }

  add(hash: number, slot: number): void {
    if (this.count >= (this.mask + 1) * maxLoadPerBucket) this.grow();
    this.buckets.add(this.homeOf(hash), hash, slot);
    this.count += 1;
  }

  /** Every slot, in no particular order. */
  *slots(): Generator<number> {
    const { buckets } = this;
    for (let bucket = 0; bucket < buckets.count; bucket += 1) {
      const { first, end } = buckets.positionsOf(bucket);
      for (let position = first; position < end; position += 1) {
        if (buckets.isTaken(position)) yield buckets.slotAt(position);
      }
    }
  }

  remove(hash: number, slot: number): void {
    let at = this.first(hash);
    while (at !== none && this.slotAt(at) !== slot) at = this.next(hash, at);
    assert(at !== none, 'removed slot is not in the index');
    this.count -= 1;
    this.buckets.remove(this.homeOf(hash), at);
  }

  save(writer: SnapshotWriter): void {
    writer.numbers(Float64Array.of(this.mask, this.splitCount, this.count));
    this.buckets.save(writer);
  }

  /** Loads into an empty index. */
  load(reader: SnapshotReader): void {
    const [mask, splitCount, count] = reader.doubles() as unknown as [number, number, number];
    this.mask = mask;
    this.splitCount = splitCount;
    this.count = count;
    this.buckets.load(reader);
  }

  /** The bucket of an entry with this hash, unless it overflows. */
  private homeOf(hash: number): number {
    const { mask } = this;
    const home = hash & mask;
    return home < this.splitCount ? hash & (mask * 2 + 1) : home;
  }

  private grow(): void {
    for (let step = 0; step < splitsPerInsert; step += 1) this.split();
    if (this.splitCount <= this.mask) return;
    this.mask = this.mask * 2 + 1;
    this.splitCount = 0;
  }

  /** Splits the next bucket: moves the entries whose next hash bit is set. */
  private split(): void {
    const { buckets, mask } = this;
    const home = this.splitCount;
    const other = home + mask + 1;
    buckets.reserve(other + 1);
    this.splitCount += 1;
    let isLast = false;
    for (let bucket = home; !isLast; bucket += 1) {
      // Its overflow entries are in the buckets after it.
      isLast = !buckets.wasPassed(bucket);
      const { first, end } = buckets.positionsOf(bucket);
      for (let position = first; position < end; position += 1) {
        if (!buckets.isTaken(position)) continue;
        const hash = buckets.hashAt(position);
        if ((hash & (mask * 2 + 1)) !== other) continue;
        buckets.remove(home, position);
        buckets.add(other, hash, buckets.slotAt(position));
      }
    }
  }
}
