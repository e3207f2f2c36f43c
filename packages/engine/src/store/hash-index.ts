import { assert } from '@fft/decimal';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { Buckets } from './buckets.ts';
import { none } from './records.ts';

/** Entries for each bucket, of its seven, before there come to be twice as many buckets. */
const fullAt = 5;
/** Buckets that one new entry divides meanwhile: all are divided long before they are full again. */
const dividedAtOnce = 2;

/**
 * Finds slots of a record store by a hash of their key. It holds no keys: the caller compares them. Keys are one of a kind, so what is found never depends on where it lies here. It grows where it lies and step by step: a bucket's entries are divided between it and
 * one as far behind it as there were buckets. So no single command waits for all of it, and nothing is left behind.
 */
export class HashIndex {
  private readonly buckets = new Buckets();
  /** One less than the number of buckets when the last doubling was over, a power of two; and how many of those were divided since. */
  private mask: number;
  private divided = 0;
  count = 0;

  constructor(bucketCount = 8) {
    this.mask = bucketCount - 1;
    this.buckets.reserve(bucketCount);
  }

  /** The position of the first slot with this hash, or `none`; go on with {@link next}. */
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
    if (this.count >= (this.mask + 1) * fullAt) this.grow();
    this.buckets.add(this.homeOf(hash), hash, slot);
    this.count += 1;
  }

  /** Every slot, in no order. */
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
    writer.numbers(Float64Array.of(this.mask, this.divided, this.count));
    this.buckets.save(writer);
  }

  /** Into an empty index. */
  load(reader: SnapshotReader): void {
    const [mask, divided, count] = reader.doubles() as unknown as [number, number, number];
    this.mask = mask;
    this.divided = divided;
    this.count = count;
    this.buckets.load(reader);
  }

  /** The bucket where an entry with this hash belongs, if it has room there. */
  private homeOf(hash: number): number {
    const { mask } = this;
    const home = hash & mask;
    return home < this.divided ? hash & (mask * 2 + 1) : home;
  }

  private grow(): void {
    for (let step = 0; step < dividedAtOnce; step += 1) this.divide();
    if (this.divided <= this.mask) return;
    this.mask = this.mask * 2 + 1;
    this.divided = 0;
  }

  /** Divides the next bucket: of its entries those go whose next bit of the hash is set. */
  private divide(): void {
    const { buckets, mask } = this;
    const home = this.divided;
    const other = home + mask + 1;
    buckets.reserve(other + 1);
    this.divided += 1;
    let isLast = false;
    for (let bucket = home; !isLast; bucket += 1) {
      // Those that found it full lie behind it.
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
