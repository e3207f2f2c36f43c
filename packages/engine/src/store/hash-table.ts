import { none as noSlot } from './records.ts';

const none = noSlot;

/** Entries of a bucket. */
const width = 7;
/** Of an entry's position: which of its bucket's it is. */
const placeBits = 3;
const inEachByte = 0x01010101;
/** Of each byte, all bits but the highest. */
const lowerBits = 0x7f7f7f7f;
/** All bytes but the one that counts. */
const tagBytes = 0x00ffffff;
const countedMost = 255;

/**
 * Buckets of seven slots each, found by a hash. A bucket's head is eight bytes: a tag of seven bits and one for each slot (0: free), and how many entries
 * found it full and went on to the next bucket. A look for what isn't there reads heads alone, as a rule one: they are small enough to stay in the
 * caches. Hashes and slots lie apart, and are read where a tag fits.
 */
export class HashTable {
  readonly bucketCount: number;
  private readonly mask: number;
  private readonly heads: Int32Array;
  /** Hash and slot of each position; a bucket has eight of them, and uses seven. */
  private readonly entries: Int32Array;

  constructor(bucketCount: number) {
    this.bucketCount = bucketCount;
    this.mask = bucketCount - 1;
    this.heads = new Int32Array(bucketCount * 2);
    this.entries = new Int32Array(bucketCount << (placeBits + 1));
  }

  /** The position of the first entry with this hash, or `none`. */
  first(hash: number): number {
    const { heads, entries, mask } = this;
    const tags = Math.imul(tagOf(hash), inEachByte);
    for (let bucket = hash & mask; ; bucket = (bucket + 1) & mask) {
      const low = heads[bucket << 1] as number;
      const high = heads[(bucket << 1) + 1] as number;
      for (let fits = zeroBytes(low ^ tags); fits !== 0; fits &= fits - 1) {
        const position = (bucket << placeBits) + lowestByte(fits);
        if (entries[position << 1] === hash) return position;
      }
      for (let fits = zeroBytes(high ^ tags) & tagBytes; fits !== 0; fits &= fits - 1) {
        const position = (bucket << placeBits) + 4 + lowestByte(fits);
        if (entries[position << 1] === hash) return position;
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
        if (this.tagAt(at) !== 0 && this.entries[at << 1] === hash) return at;
      }
      if (this.passedBy(bucket) === 0) return none;
      bucket = (bucket + 1) & this.mask;
      place = 0;
    }
  }

  /** Of a bucket: the positions that are taken. */
  takenOf(bucket: number): number[] {
    const first = bucket << placeBits;
    const positions = Array.from({ length: width }, (_, place) => first + place);
    return positions.filter((position) => this.tagAt(position) !== 0);
  }

  hashAt(position: number): number {
    return this.entries[position << 1] as number;
  }

  slotAt(position: number): number {
    return this.entries[(position << 1) + 1] as number;
  }

  add(hash: number, slot: number): void {
    const { heads, entries, mask } = this;
    for (let bucket = hash & mask; ; bucket = (bucket + 1) & mask) {
      const head = bucket << 1;
      const inLow = zeroBytes(heads[head] as number);
      const inHigh = zeroBytes(heads[head + 1] as number) & tagBytes;
      if ((inLow | inHigh) !== 0) {
        const place = inLow !== 0 ? lowestByte(inLow) : 4 + lowestByte(inHigh);
        const position = (bucket << placeBits) + place;
        const word = head + (place >> 2);
        heads[word] = (heads[word] as number) | (tagOf(hash) << ((place & 3) << 3));
        entries[position << 1] = hash;
        entries[(position << 1) + 1] = slot;
        return;
      }
      this.countPassing(bucket, 1);
    }
  }

  /** Frees the position of an entry with this hash. */
  remove(hash: number, position: number): void {
    const found = position >> placeBits;
    for (let bucket = hash & this.mask; bucket !== found; bucket = (bucket + 1) & this.mask) {
      this.countPassing(bucket, -1);
    }
    this.clear(position);
  }

  /** Moves a bucket's entries into another table. What went past others to come here is found here no more, so no count needs to know. */
  moveBucket(bucket: number, into: HashTable): void {
    for (let place = 0; place < width; place += 1) {
      const position = (bucket << placeBits) + place;
      if (this.tagAt(position) === 0) continue;
      into.add(this.hashAt(position), this.slotAt(position));
      this.clear(position);
    }
  }

  private clear(position: number): void {
    const word = ((position >> placeBits) << 1) + ((position >> 2) & 1);
    this.heads[word] = (this.heads[word] as number) & ~(0xff << ((position & 3) << 3));
  }

  private tagAt(position: number): number {
    const word = this.heads[((position >> placeBits) << 1) + ((position >> 2) & 1)] as number;
    return (word >>> ((position & 3) << 3)) & 0xff;
  }

  private passedBy(bucket: number): number {
    return (this.heads[(bucket << 1) + 1] as number) >>> 24;
  }

  /** Once it has counted as far as it can, nobody knows any more how many there are: then it stays. */
  private countPassing(bucket: number, change: 1 | -1): void {
    if (this.passedBy(bucket) === countedMost) return;
    const word = (bucket << 1) + 1;
    this.heads[word] = ((this.heads[word] as number) + (change << 24)) | 0;
  }
}

/** Never 0, which stands for a free place. */
function tagOf(hash: number): number {
  return (hash >>> 25) + 1;
}

/** The highest bit of each byte that is zero, and no other. */
function zeroBytes(word: number): number {
  return ~(((word & lowerBits) + lowerBits) | word | lowerBits);
}

/** Which byte, from 0, has the lowest bit that is set. */
function lowestByte(bits: number): number {
  return (31 - Math.clz32(bits & -bits)) >> 3;
}
