import { none } from './records.ts';

/**
 * Finds slots of a record store by a hash of their key. It holds hashes and slots only: the caller compares the keys, so nothing is
 * stored twice. What it yields never depends on the order of the chains as long as keys are one of a kind.
 */
export class HashChains {
  private heads: Int32Array;
  /** By slot: the next slot of the same chain, and the slot's hash. */
  private following: Int32Array;
  private hashes: Int32Array;
  private count = 0;

  constructor(capacity = 64) {
    this.heads = new Int32Array(capacity).fill(none);
    this.following = new Int32Array(capacity);
    this.hashes = new Int32Array(capacity);
  }

  /** The first slot that may have this hash; go on with {@link next}. */
  first(hash: number): number {
    return this.heads[hash & (this.heads.length - 1)] as number;
  }

  next(slot: number): number {
    return this.following[slot] as number;
  }

  add(hash: number, slot: number): void {
    if (slot >= this.following.length) this.growSlots(slot);
    if (this.count === this.heads.length) this.growHeads();
    this.hashes[slot] = hash;
    this.link(slot);
    this.count += 1;
  }

  remove(slot: number): void {
    const head = (this.hashes[slot] as number) & (this.heads.length - 1);
    let before = none;
    let at = this.heads[head] as number;
    while (at !== slot) {
      before = at;
      at = this.following[at] as number;
    }
    const after = this.following[slot] as number;
    if (before === none) this.heads[head] = after;
    else this.following[before] = after;
    this.count -= 1;
  }

  private link(slot: number): void {
    const head = (this.hashes[slot] as number) & (this.heads.length - 1);
    this.following[slot] = this.heads[head] as number;
    this.heads[head] = slot;
  }

  private growSlots(slot: number): void {
    const length = Math.max(this.following.length * 2, slot + 1);
    const following = new Int32Array(length);
    const hashes = new Int32Array(length);
    following.set(this.following);
    hashes.set(this.hashes);
    this.following = following;
    this.hashes = hashes;
  }

  private growHeads(): void {
    const old = this.heads;
    this.heads = new Int32Array(old.length * 2).fill(none);
    for (const head of old) {
      let slot = head;
      while (slot !== none) {
        const after = this.following[slot] as number;
        this.link(slot);
        slot = after;
      }
    }
  }
}
