import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { Memory } from './memory.ts';
import { none } from './records.ts';

/** Entries of a bucket. */
const width = 7;
/** Of an entry's position: which of its bucket's it is. */
const placeBits = 3;
const headBytes = 8;
/** Of a bucket's entries, in integers: its slots, then its hashes. */
const stride = width * 2;
const inEachByte = 0x01010101;
/** Of each byte, all bits but the highest. */
const lowerBits = 0x7f7f7f7f;
/** All bytes but the one that counts. */
const tagBytes = 0x00ffffff;
const countedMost = 255;

/**
 * Buckets of seven slots each. A bucket's head is eight bytes: a tag of each slot's hash (0: free), and how many entries found it full and went on to the
 * next bucket. A look for what isn't there reads heads alone, as a rule one: they are small enough to stay in the caches. Slots and hashes lie
 * apart, and are read where a tag fits. A position is its bucket's number, times eight, and its place there.
 */
export class Buckets {
  private readonly headMemory = new Memory(headBytes);
  private readonly entryMemory = new Memory(stride * 4);
  private heads: Int32Array = new Int32Array(0);
  private entries: Int32Array = new Int32Array(0);
  /** How many were in use so far, for entries of their own or for others'. */
  private used = 0;

  /** Makes room for so many. */
  reserve(count: number): void {
    if (count <= this.used) return;
    this.used = count;
    if (count * 2 <= this.heads.length) return;
    this.headMemory.grow(count * headBytes);
    // As many of both.
    const capacity = Math.floor(this.headMemory.buffer.byteLength / headBytes);
    this.entryMemory.grow(capacity * stride * 4);
    this.heads = new Int32Array(this.headMemory.buffer, 0, capacity * 2);
    this.entries = new Int32Array(this.entryMemory.buffer, 0, capacity * stride);
  }

  /** The position of the first entry of a home with this hash, or `none`. */
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

  /** Where a bucket's places begin, and how many there are. */
  positionsOf(bucket: number): { first: number; end: number } {
    return { first: bucket << placeBits, end: (bucket << placeBits) + width };
  }

  /** How many buckets there are, those used only for what found its own full among them. */
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

  /** Frees the position of an entry of this home. */
  remove(home: number, position: number): void {
    const found = position >> placeBits;
    for (let bucket = home; bucket !== found; bucket += 1) this.countPassing(bucket, -1);
    const word = (found << 1) + ((position >> 2) & 1);
    this.heads[word] = (this.heads[word] as number) & ~(0xff << ((position & 3) << 3));
  }

  /** Whether entries found it full. */
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

  /** Into empty ones. */
  load(reader: SnapshotReader): void {
    const heads = reader.integers();
    this.reserve(heads.length >> 1);
    this.heads.set(heads);
    this.entries.set(reader.integers());
  }

  /** Once it has counted as far as it can, nobody knows any more how many there are: then it stays. */
  private countPassing(bucket: number, change: 1 | -1): void {
    const word = (bucket << 1) + 1;
    const head = this.heads[word] as number;
    if (head >>> 24 === countedMost) return;
    this.heads[word] = (head + (change << 24)) | 0;
  }
}

/** Where a position's slot lies; its hash, so many places behind as there are slots. */
function entryOf(position: number): number {
  return (position >> placeBits) * stride + (position & 7);
}

/** Of the hash's highest bits: those that choose the bucket are the lowest. Never 0, which stands for a free place. */
function tagOf(hash: number): number {
  const tag = hash >>> 24;
  return tag === 0 ? 1 : tag;
}

/** The highest bit of each byte that is zero, and no other. */
function zeroBytes(word: number): number {
  return ~(((word & lowerBits) + lowerBits) | word | lowerBits);
}

/** Which byte, from 0, has the lowest bit that is set. */
function lowestByte(bits: number): number {
  return (31 - Math.clz32(bits & -bits)) >> 3;
}
