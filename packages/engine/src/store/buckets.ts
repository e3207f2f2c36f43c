import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { Memory } from './memory.ts';
import { none } from './records.ts';

/** Entries per bucket. */
const width = 7;
/** Bits of a position for the place in its bucket. */
const placeBits = 3;
const headBytes = 8;
/** Integers per bucket: its slots, then its hashes. */
const stride = width * 2;
const inEachByte = 0x01010101;
/** All bits but the highest of each byte. */
const lowerBits = 0x7f7f7f7f;
/** All bytes but the overflow count. */
const tagBytes = 0x00ffffff;
const maxPassings = 255;

/**
 * Buckets of seven slots. A bucket's head is eight bytes: a tag of each slot's hash (0: free), and the number of entries that overflowed into
 * the next bucket. A miss usually reads a single head, and heads are small enough to stay in the caches. Slots and hashes are stored
 * separately and read only if a tag matches. A position is the bucket's number times eight, plus the place in the bucket.
 */
export class Buckets {
  private readonly headMemory = new Memory(headBytes);
  private readonly entryMemory = new Memory(stride * 4);
  private heads: Int32Array = new Int32Array(0);
  private entries: Int32Array = new Int32Array(0);
  /** Number of buckets used so far, including overflow buckets. */
  private used = 0;

  /** Makes room for `count` buckets. */
  reserve(count: number): void {
    if (count <= this.used) return;
    this.used = count;
    if (count * 2 <= this.heads.length) return;
    this.headMemory.grow(count * headBytes);
    // Both memories hold the same number of buckets.
    const capacity = Math.floor(this.headMemory.buffer.byteLength / headBytes);
    this.entryMemory.grow(capacity * stride * 4);
    this.heads = new Int32Array(this.headMemory.buffer, 0, capacity * 2);
    this.entries = new Int32Array(this.entryMemory.buffer, 0, capacity * stride);
  }

  /** The position of the first entry with this hash, starting at its home bucket, or `none`. */
  first(home: number, hash: number): number {
    const { heads, entries } = this;
    const tags = Math.imul(tagOf(hash), inEachByte);
    for (let bucket = home; ; bucket += 1) {
      const low = heads[bucket << 1] as number;
      const high = heads[(bucket << 1) + 1] as number;
      const hashes = bucket * stride + width;
      for (let fits = zeroBytes(low ^ tags); fits !== 0; fits &= fits - 1) {
        const place = lowestByte(fits);
        if (entries[hashes + place] === hash) return (bucket << placeBits) + place;
      }
      for (let fits = zeroBytes(high ^ tags) & tagBytes; fits !== 0; fits &= fits - 1) {
        const place = 4 + lowestByte(fits);
        if (entries[hashes + place] === hash) return (bucket << placeBits) + place;
      }
      if (high >>> 24 === 0) return none;
    }
  }

  /** The position of the next entry with this hash, or `none`. */
  next(hash: number, position: number): number {
    let bucket = position >> placeBits;
    let place = (position & 7) + 1;
    for (;;) {
      for (; place < width; place += 1) {
        const at = (bucket << placeBits) + place;
        if (this.isTaken(at) && this.hashAt(at) === hash) return at;
      }
      if (!this.wasPassed(bucket)) return none;
      bucket += 1;
      place = 0;
    }
  }

  /** The range of a bucket's positions. */
  positionsOf(bucket: number): { first: number; end: number } {
    return { first: bucket << placeBits, end: (bucket << placeBits) + width };
  }

  /** Number of buckets, including overflow buckets. */
  get count(): number {
    return this.used;
  }

  slotAt(position: number): number {
    return this.entries[entryOf(position)] as number;
  }

  hashAt(position: number): number {
    return this.entries[entryOf(position) + width] as number;
  }

  add(home: number, hash: number, slot: number): void {
    for (let bucket = home; ; bucket += 1) {
      if (bucket >= this.used) this.reserve(bucket + 1);
      const { heads } = this;
      const head = bucket << 1;
      const inLow = zeroBytes(heads[head] as number);
      const inHigh = zeroBytes(heads[head + 1] as number) & tagBytes;
      if ((inLow | inHigh) !== 0) {
        const place = inLow !== 0 ? lowestByte(inLow) : 4 + lowestByte(inHigh);
        const word = head + (place >> 2);
        heads[word] = (heads[word] as number) | (tagOf(hash) << ((place & 3) << 3));
        const entry = bucket * stride + place;
        this.entries[entry] = slot;
        this.entries[entry + width] = hash;
        return;
      }
      this.countPassing(bucket, 1);
    }
  }

  /** Frees the position of an entry with this home. */
  remove(home: number, position: number): void {
    const found = position >> placeBits;
    for (let bucket = home; bucket !== found; bucket += 1) this.countPassing(bucket, -1);
    const word = (found << 1) + ((position >> 2) & 1);
    this.heads[word] = (this.heads[word] as number) & ~(0xff << ((position & 3) << 3));
  }

  /** True if entries overflowed from the bucket. */
  wasPassed(bucket: number): boolean {
    return (this.heads[(bucket << 1) + 1] as number) >>> 24 !== 0;
  }

  isTaken(position: number): boolean {
    const word = this.heads[((position >> placeBits) << 1) + ((position >> 2) & 1)] as number;
    return ((word >>> ((position & 3) << 3)) & 0xff) !== 0;
  }

  save(writer: SnapshotWriter): void {
    writer.numbers(this.heads.subarray(0, this.used << 1));
    writer.numbers(this.entries.subarray(0, this.used * stride));
  }

  /** Loads into empty buckets. */
  load(reader: SnapshotReader): void {
    const heads = reader.integers();
    this.reserve(heads.length >> 1);
    this.heads.set(heads);
    this.entries.set(reader.integers());
  }

  /** A count that reached its maximum is no longer exact, so it stays there. */
  private countPassing(bucket: number, change: 1 | -1): void {
    const word = (bucket << 1) + 1;
    const head = this.heads[word] as number;
    if (head >>> 24 === maxPassings) return;
    this.heads[word] = (head + (change << 24)) | 0;
  }
}

/** The index of a position's slot; its hash follows `width` entries later. */
function entryOf(position: number): number {
  return (position >> placeBits) * stride + (position & 7);
}

/** Uses the hash's highest bits, as the lowest choose the bucket. Never 0, which marks a free place. */
function tagOf(hash: number): number {
  const tag = hash >>> 24;
  return tag === 0 ? 1 : tag;
}

/** Sets the highest bit of each zero byte, and no other bit. */
function zeroBytes(word: number): number {
  return ~(((word & lowerBits) + lowerBits) | word | lowerBits);
}

/** The index, from 0, of the byte with the lowest set bit. */
function lowestByte(bits: number): number {
  return (31 - Math.clz32(bits & -bits)) >> 3;
}
