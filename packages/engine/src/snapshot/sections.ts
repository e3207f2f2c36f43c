import { assert } from '@fft/decimal';

/** The snapshot is truncated, corrupt, or of another version or byte order. */
export class SnapshotUnreadable extends Error {}

type Numbers = Float64Array | Int32Array | Uint8Array;

// The header: magic, version, the checksum of the rest, padding. Then sections: a length in bytes, and the bytes padded to eight. Numbers are
// in native byte order, so a machine with the other order doesn't find the magic.
const magic = 0x45544646;
const version = 12;
/** The oldest readable version, as a journal may be pruned up to such a snapshot. */
const minVersion = 7;
const headBytes = 16;
const lengthBytes = 8;

/** Appends sections. */
export class SnapshotWriter {
  private readonly sections: Uint8Array[] = [];
  private size = headBytes;

  numbers(view: Numbers): void {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    this.sections.push(bytes);
    this.size += lengthBytes + filled(bytes.length);
  }

  /** For values small enough for text. */
  json(value: unknown): void {
    this.numbers(new TextEncoder().encode(JSON.stringify(value)));
  }

  /** Copies everything written, so the stores may change afterwards. */
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

/** Reads the sections in the order in which they were written. */
export class SnapshotReader {
  private readonly bytes: Uint8Array;
  readonly version: number;
  private at = headBytes;

  /** @throws SnapshotUnreadable */
  constructor(bytes: Uint8Array) {
    // An aligned copy that no one else can change.
    this.bytes = bytes.slice();
    if (bytes.length < headBytes || bytes.length % 8 !== 0) throw new SnapshotUnreadable('the snapshot is truncated');
    const [foundMagic, foundVersion, sum] = new Int32Array(this.bytes.buffer, 0, 3);
    if (foundMagic !== magic) throw new SnapshotUnreadable('this is not an engine snapshot');
    this.version = foundVersion ?? 0;
    if (this.version < minVersion || this.version > version)
      throw new SnapshotUnreadable(`snapshot version ${foundVersion} is not supported`);
    if (sum !== checksum(this.bytes)) throw new SnapshotUnreadable('the snapshot is corrupt');
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

  /** Reads a value written by {@link SnapshotWriter.json}. The checksum vouches for its form. */
  json(): unknown {
    return JSON.parse(new TextDecoder().decode(this.octets()));
  }

  finish(): void {
    assert(this.at === this.bytes.length, 'the snapshot has unread sections');
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
