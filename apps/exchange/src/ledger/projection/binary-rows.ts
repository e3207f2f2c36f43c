/** PostgreSQL types of our rows. A bigint is a safe integer here. */
export type ColumnType = 'int' | 'bigint' | 'text' | 'boolean';
export type Value = number | string | boolean | null;

/** Header of PostgreSQL's binary COPY: signature, no flags, no extension. */
const head = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** Trailer, in place of a row's column count: -1. */
const end = Buffer.from([0xff, 0xff]);
const noValue = -1;
const twoTo32 = 2 ** 32;
/** Texts up to this length are copied letter by letter, which is faster than a call out of JavaScript. */
const shortText = 24;

/** Maximum size of a value other than text: its length and eight bytes. */
const maxFixedBytes = 12;

/**
 * Rows in PostgreSQL's binary COPY format. Unlike arrays of texts, it needs no conversion of numbers to text and
 * back.
 */
export class BinaryRows {
  readonly #types: readonly ColumnType[];
  #bytes: Buffer;
  /** A view of the same bytes: it writes numbers many times faster than Buffer's methods. */
  #view: DataView;
  #length = 0;

  constructor(types: readonly ColumnType[]) {
    this.#types = types;
    this.#bytes = Buffer.allocUnsafeSlow(64 * 1024);
    this.#view = viewOf(this.#bytes);
  }

  /** Adds a row: one value per column, in order. */
  add(values: readonly Value[]): void {
    if (values.length !== this.#types.length) throw new Error('a row needs a value for each column');
    this.#reserve(bytesMost(values));
    this.#view.setInt16(this.#length, values.length);
    this.#length += 2;
    for (let column = 0; column < values.length; column++) this.#addValue(this.#types[column], values[column] ?? null);
  }

  /** Bytes of the rows added since the last take. */
  get length(): number {
    return this.#length;
  }

  /** Forgets the rows added since the last take. */
  clear(): void {
    this.#length = 0;
  }

  /** Returns the rows added since the last take, as a copy. */
  take(): Buffer {
    const rows = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return rows;
  }

  #addValue(type: ColumnType | undefined, value: Value): void {
    const view = this.#view;
    const at = this.#length;
    if (typeof value === 'number' && type === 'bigint') {
      if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${value}`);
      view.setInt32(at, 8);
      view.setInt32(at + 4, Math.floor(value / twoTo32));
      view.setUint32(at + 8, value >>> 0);
      this.#length = at + 12;
    } else if (typeof value === 'string' && type === 'text') {
      this.#addText(value);
    } else if (value === null) {
      view.setInt32(at, noValue);
      this.#length = at + 4;
    } else if (typeof value === 'number' && type === 'int') {
      if ((value | 0) !== value) throw new RangeError(`out of range for an int: ${value}`);
      view.setInt32(at, 4);
      view.setInt32(at + 4, value);
      this.#length = at + 8;
    } else if (typeof value === 'boolean' && type === 'boolean') {
      view.setInt32(at, 1);
      view.setUint8(at + 4, value ? 1 : 0);
      this.#length = at + 5;
    } else {
      throw new TypeError(`${typeof value} in a column of ${type}`);
    }
  }

  #addText(text: string): void {
    const start = this.#length + 4;
    const written = (text.length <= shortText && this.#addLetters(text, start)) || this.#bytes.write(text, start);
    this.#view.setInt32(this.#length, written);
    this.#length = start + written;
  }

  /** Returns the number of bytes written, or 0 if a letter is not ASCII. */
  #addLetters(text: string, start: number): number {
    const bytes = this.#bytes;
    for (let index = 0; index < text.length; index++) {
      const letter = text.charCodeAt(index);
      if (letter > 127) return 0;
      bytes[start + index] = letter;
    }
    return text.length;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
    this.#view = viewOf(larger);
  }
}

/** Joins taken rows into one COPY payload. */
export function copyOf(rows: readonly Buffer[]): Buffer {
  return Buffer.concat([head, ...rows, end]);
}

/** Reads the first values of a row, one for each of `types`. */
export function readRow(row: Buffer, types: readonly ColumnType[]): readonly Value[] {
  let at = 2;
  return types.map((type) => {
    const length = row.readInt32BE(at);
    const start = at + 4;
    at = start + Math.max(0, length);
    return length === noValue ? null : readValue(row, type, start, at);
  });
}

function readValue(row: Buffer, type: ColumnType, start: number, end: number): Value {
  if (type === 'bigint') return row.readInt32BE(start) * twoTo32 + row.readUInt32BE(start + 4);
  if (type === 'int') return row.readInt32BE(start);
  return type === 'text' ? row.toString('utf8', start, end) : row[start] === 1;
}

function bytesMost(values: readonly Value[]): number {
  let bytes = 2;
  // UTF-8 needs at most three bytes per letter.
  for (const value of values) bytes += typeof value === 'string' ? 4 + value.length * 3 : maxFixedBytes;
  return bytes;
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
