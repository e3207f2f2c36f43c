import { assert } from '@fft/decimal';

/** The snapshot is truncated, corrupt, or of another format or byte order. */
export class SnapshotUnreadable extends Error {}

type Numbers = Float64Array | Int32Array | Uint8Array;

// The header: magic, format, the checksum of the rest, padding. Then sections: a length in bytes, and the bytes padded to eight. Numbers are
// in native byte order, so a machine with the other order doesn't find the magic.
const magic = 0x45544646;
/** The one format that is written. A change of what the sections hold takes the next number, and a {@link FormerFormat}. */
export const snapshotFormat = 12;
const headBytes = 16;
const lengthBytes = 8;

/** Appends sections. */
export class SnapshotWriter {
  private readonly format: number;
  private readonly sections: Uint8Array[] = [];
  private size = headBytes;

  constructor(format = snapshotFormat) {
    this.format = format;
  }

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
    new Int32Array(bytes.buffer, 0, 3).set([magic, this.format, checksum(bytes)]);
    return bytes;
  }
}

/** Reads the sections in the order in which they were written. */
export class SnapshotReader {
  private readonly bytes: Uint8Array;
  private at = headBytes;

  /** @throws SnapshotUnreadable */
  constructor(bytes: Uint8Array, format = snapshotFormat) {
    // An aligned copy that no one else can change.
    this.bytes = bytes.slice();
    if (bytes.length < headBytes || bytes.length % 8 !== 0) throw new SnapshotUnreadable('the snapshot is truncated');
    const [foundMagic, foundFormat, sum] = new Int32Array(this.bytes.buffer, 0, 3);
    if (foundMagic !== magic) throw new SnapshotUnreadable('this is not an engine snapshot');
    if (foundFormat !== format)
      throw new SnapshotUnreadable(
        `the snapshot has format ${foundFormat}, and this version of FFT reads format ${format}`,
      );
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

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  finish(): void {
    assert(this.isAtEnd, 'the snapshot has unread sections');
  }

  private next(): [from: number, length: number] {
    const [length] = new Float64Array(this.bytes.buffer, this.at, 1) as unknown as [number];
    const from = this.at + lengthBytes;
    this.at = from + filled(length);
    return [from, length];
  }
}

/** The format before the present one, and how its sections become those of the present one. */
export interface FormerFormat {
  readonly format: number;
  /** Reads all sections, and writes them as they are now: those that didn't change as they are. */
  rewrite(former: SnapshotReader, present: SnapshotWriter): void;
}

/**
 * Null while no release wrote another format. The first release with a new format names the one before here, as a journal may be pruned up to
 * such a snapshot; the release after it takes it away.
 */
export const formerFormat: FormerFormat | null = null;

/**
 * The snapshot in the present format: the only place that reads another one.
 * @throws SnapshotUnreadable
 */
export function inPresentFormat(bytes: Uint8Array, former: FormerFormat | null): Uint8Array {
  const isFormer = bytes.length >= headBytes && new Int32Array(bytes.slice(0, headBytes).buffer)[1] === former?.format;
  if (former === null || !isFormer) return bytes;
  const reader = new SnapshotReader(bytes, former.format);
  const writer = new SnapshotWriter();
  former.rewrite(reader, writer);
  reader.finish();
  return writer.finish();
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
