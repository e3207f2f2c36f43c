import { assert } from '@fft/decimal';

/** The bytes of a snapshot can't be read: torn, changed, or written by another version or on another kind of machine. */
export class SnapshotUnreadable extends Error {}

type Numbers = Float64Array | Int32Array | Uint8Array;

// The head: magic, version, the checksum of what follows, nothing. Then sections: a length in bytes, and the bytes, filled up to eight. As the
// numbers lie in memory: a machine with the other order of bytes doesn't find the magic.
const magic = 0x45544646;
const version = 9;
/** The oldest that is still read: a journal may be pruned up to such a one. */
const oldestRead = 7;
const headBytes = 16;
const lengthBytes = 8;

/** Puts sections one behind the other. */
export class SnapshotWriter {
  private readonly sections: Uint8Array[] = [];
  private size = headBytes;

  numbers(view: Numbers): void {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    this.sections.push(bytes);
    this.size += lengthBytes + filled(bytes.length);
  }

  /** What is small enough to be text. */
  json(value: unknown): void {
    this.numbers(new TextEncoder().encode(JSON.stringify(value)));
  }

  /** Everything written, copied: the stores may go on changing. */
  finish(): Uint8Array {
    const bytes = new Uint8Array(this.size);
    let at = headBytes;
    for (const section of this.sections) {
      new Float64Array(bytes.buffer, at, 1)[0] = section.length;
      bytes.set(section, at + lengthBytes);
      at += lengthBytes + filled(section.length);
    }
    new Int32Array(bytes.buffer, 0, 3).set([magic, version, checksum(bytes)]);
    return bytes;
  }
}

/** Takes the sections in the order in which they were put. */
export class SnapshotReader {
  private readonly bytes: Uint8Array;
  readonly version: number;
  private at = headBytes;

  /** @throws SnapshotUnreadable */
  constructor(bytes: Uint8Array) {
    // A copy of its own: aligned, and of nobody else's.
    this.bytes = bytes.slice();
    if (bytes.length < headBytes || bytes.length % 8 !== 0) throw new SnapshotUnreadable('a snapshot is torn');
    const [foundMagic, foundVersion, sum] = new Int32Array(this.bytes.buffer, 0, 3);
    if (foundMagic !== magic) throw new SnapshotUnreadable('this is no snapshot of an engine');
    this.version = foundVersion ?? 0;
    if (this.version < oldestRead || this.version > version)
      throw new SnapshotUnreadable(`a snapshot of version ${foundVersion} is not read here`);
    if (sum !== checksum(this.bytes)) throw new SnapshotUnreadable('a snapshot is torn or changed');
  }

  doubles(): Float64Array {
    const [from, length] = this.next();
    return new Float64Array(this.bytes.buffer, from, length / 8);
  }

  integers(): Int32Array {
    const [from, length] = this.next();
    return new Int32Array(this.bytes.buffer, from, length / 4);
  }

  octets(): Uint8Array {
    const [from, length] = this.next();
    return new Uint8Array(this.bytes.buffer, from, length);
  }

  /** What was written by {@link SnapshotWriter.json}; the checksum vouches for its form. */
  json(): unknown {
    return JSON.parse(new TextDecoder().decode(this.octets()));
  }

  finish(): void {
    assert(this.at === this.bytes.length, 'a snapshot is longer than what is read of it');
  }

  private next(): [from: number, length: number] {
    const [length] = new Float64Array(this.bytes.buffer, this.at, 1) as unknown as [number];
    const from = this.at + lengthBytes;
    this.at = from + filled(length);
    return [from, length];
  }
}

function filled(length: number): number {
  return Math.ceil(length / 8) * 8;
}

function checksum(bytes: Uint8Array): number {
  const words = new Int32Array(bytes.buffer, headBytes, (bytes.length - headBytes) / 4);
  let sum = 0x811c9dc5;
  for (let index = 0; index < words.length; index += 1) {
    sum = Math.imul(sum ^ (words[index] as number), 0x01000193);
    sum ^= sum >>> 15;
  }
  return sum;
}
