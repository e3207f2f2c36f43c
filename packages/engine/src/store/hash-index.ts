import { assert } from '@fft/decimal';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { none } from './records.ts';

/** Stands in a table that is being left for an entry that isn't there any more. */
const gone = -1;
/** Positions of the table being left that one change moves: it is empty long before the next one is full. */
const movedAtOnce = 16;

/**
 * Finds slots of a record store by a hash of their key: open addressing with hash and slot side by side, so that a look for what isn't there
 * mostly costs one access to memory. It holds no keys: the caller compares them. Keys are one of a kind, so what is found never depends on
 * where it lies here. It grows into a larger table step by step, so that no single command waits for all of it.
 */
export class HashIndex {
  /** Pairs of hash and slot + 1; a pair with 0 is free. */
  private pairs: Int32Array;
  private mask: number;
  /** The smaller table that is being left, or null. */
  private old: Int32Array | null = null;
  private movedUpTo = 0;
  private count = 0;

  constructor(capacity = 64) {
    this.pairs = new Int32Array(capacity * 2);
    this.mask = capacity - 1;
  }

  /** The position of the first slot with this hash, or `none`; go on with {@link next}. */
  first(hash: number): number {
    const at = this.seek(hash, hash & this.mask);
    return at === none && this.old !== null ? this.seekOld(hash, hash) : at;
  }

  /** The position of the next slot with this hash, or `none`. */
  next(hash: number, position: number): number {
    if (position < none) return this.seekOld(hash, positionInOld(position) + 1);
    const at = this.seek(hash, (position + 1) & this.mask);
    return at === none && this.old !== null ? this.seekOld(hash, hash) : at;
  }

  slotAt(position: number): number {
    if (position > none) return (this.pairs[position * 2 + 1] as number) - 1;
    assert(this.old !== null, 'a position in a table that was left');
    return (this.old[positionInOld(position) * 2 + 1] as number) - 1;
  }

  add(hash: number, slot: number): void {
    if (this.old !== null) this.move(movedAtOnce);
    // Two thirds full at most.
    if (this.count * 3 >= (this.mask + 1) * 2) this.grow();
    this.put(hash, slot + 1);
    this.count += 1;
  }

  remove(hash: number, slot: number): void {
    let hole = this.first(hash);
    while (hole !== none && this.slotAt(hole) !== slot) hole = this.next(hash, hole);
    assert(hole !== none, 'removed slot is not in the index');
    this.count -= 1;
    if (hole < none) {
      assert(this.old !== null, 'a position in a table that was left');
      this.old[positionInOld(hole) * 2 + 1] = gone;
      return;
    }
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
  }

  save(writer: SnapshotWriter): void {
    this.move(Infinity);
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

  private seekOld(hash: number, from: number): number {
    const { old } = this;
    if (old === null) return none;
    const mask = old.length / 2 - 1;
    for (let at = from & mask; old[at * 2 + 1] !== 0; at = (at + 1) & mask) {
      if (old[at * 2] === hash && old[at * 2 + 1] !== gone) return positionInOld(at);
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
    this.move(Infinity);
    this.old = this.pairs;
    this.movedUpTo = 0;
    this.pairs = new Int32Array(this.old.length * 2);
    this.mask = this.old.length - 1;
  }

  /** Moves what lies at the next positions of the table that is being left. */
  private move(positions: number): void {
    const { old } = this;
    if (old === null) return;
    const end = Math.min(old.length / 2, this.movedUpTo + positions);
    for (let at = this.movedUpTo; at < end; at += 1) {
      const entry = old[at * 2 + 1] as number;
      if (entry === 0 || entry === gone) continue;
      this.put(old[at * 2] as number, entry);
      // Its neighbours are found by way of it as long as they are here.
      old[at * 2 + 1] = gone;
    }
    this.movedUpTo = end;
    if (end === old.length / 2) this.old = null;
  }
}

/** Positions of the table being left are told below `none`; the same the other way round. */
function positionInOld(position: number): number {
  return -position - 2;
}
