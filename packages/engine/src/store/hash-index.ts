import { assert } from '@fft/decimal';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { none } from './records.ts';

/**
 * Finds slots of a record store by a hash of their key: open addressing with hash and slot side by side, so that a look for what isn't there
 * mostly costs one access to memory. It holds no keys: the caller compares them. Keys are one of a kind, so what is found never depends on
 * where it lies here.
 */
export class HashIndex {
  /** Pairs of hash and slot + 1; a pair with 0 is free. */
  private pairs: Int32Array;
  private mask: number;
  private count = 0;

  constructor(capacity = 64) {
    this.pairs = new Int32Array(capacity * 2);
    this.mask = capacity - 1;
  }

  /** The position of the first slot with this hash, or `none`; go on with {@link next}. */
  first(hash: number): number {
    return this.seek(hash, hash & this.mask);
  }

  /** The position of the next slot with this hash, or `none`. */
  next(hash: number, position: number): number {
    return this.seek(hash, (position + 1) & this.mask);
  }

  slotAt(position: number): number {
    return (this.pairs[position * 2 + 1] as number) - 1;
  }

  add(hash: number, slot: number): void {
    // Two thirds full at most.
    if (this.count * 3 >= (this.mask + 1) * 2) this.grow();
    this.put(hash, slot + 1);
    this.count += 1;
  }

  remove(hash: number, slot: number): void {
    let hole = this.first(hash);
    while (hole !== none && this.slotAt(hole) !== slot) hole = this.next(hash, hole);
    assert(hole !== none, 'removed slot is not in the index');
    const { pairs, mask } = this;
    // What lies behind moves up, as long as it stays reachable from where its hash points.
    for (let at = (hole + 1) & mask; pairs[at * 2 + 1] !== 0; at = (at + 1) & mask) {
      const home = (pairs[at * 2] as number) & mask;
      if (((at - home) & mask) < ((at - hole) & mask)) continue;
      pairs[hole * 2] = pairs[at * 2] as number;
      pairs[hole * 2 + 1] = pairs[at * 2 + 1] as number;
      hole = at;
    }
    pairs[hole * 2 + 1] = 0;
    this.count -= 1;
  }

  save(writer: SnapshotWriter): void {
    writer.numbers(this.pairs);
  }

  load(reader: SnapshotReader): void {
    this.pairs = reader.integers().slice();
    this.mask = this.pairs.length / 2 - 1;
    this.count = 0;
    for (let at = 1; at < this.pairs.length; at += 2) if (this.pairs[at] !== 0) this.count += 1;
  }

  private seek(hash: number, from: number): number {
    const { pairs, mask } = this;
    for (let at = from; pairs[at * 2 + 1] !== 0; at = (at + 1) & mask) {
      if (pairs[at * 2] === hash) return at;
    }
    return none;
  }

  private put(hash: number, entry: number): void {
    const { pairs, mask } = this;
    let at = hash & mask;
    while (pairs[at * 2 + 1] !== 0) at = (at + 1) & mask;
    pairs[at * 2] = hash;
    pairs[at * 2 + 1] = entry;
  }

  private grow(): void {
    const old = this.pairs;
    this.pairs = new Int32Array(old.length * 2);
    this.mask = old.length - 1;
    for (let at = 0; at < old.length; at += 2) {
      if (old[at + 1] !== 0) this.put(old[at] as number, old[at + 1] as number);
    }
  }
}
