/** PostgreSQL's types that rows of ours are made of. A bigint here is a safe integer. */
export type ColumnType = 'int' | 'bigint' | 'text' | 'boolean';
export type Value = number | string | boolean | null;

/** The first bytes of PostgreSQL's binary COPY: its signature, no flags, no extension. */
const head = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** In place of a row's count of columns. */
const end = -1;
const noValue = -1;
const twoTo32 = 2 ** 32;
/** Texts up to this length are copied letter by letter, which is faster than a call out of JavaScript. */
const shortText = 24;

/**
 * Rows in the binary form that PostgreSQL's COPY takes. Next to arrays of texts it saves writing each number as text here
 * and reading it there.
 */
export class BinaryRows {
  readonly #types: readonly ColumnType[];
  #bytes = Buffer.allocUnsafe(64 * 1024);
  #length = head.copy(this.#bytes);

  constructor(types: readonly ColumnType[]) {
    this.#types = types;
  }

  /** Adds a row: a value for each column, in their order. */
  add(values: readonly Value[]): void {
    if (values.length !== this.#types.length) throw new Error('a row has a value for each column');
    this.#reserve(2);
    this.#length = this.#bytes.writeInt16BE(values.length, this.#length);
    for (let column = 0; column < values.length; column++) this.#addValue(this.#types[column], values[column] ?? null);
  }

  /** All rows, ended. */
  take(): Buffer {
    this.#reserve(2);
    this.#length = this.#bytes.writeInt16BE(end, this.#length);
    return this.#bytes.subarray(0, this.#length);
  }

  #addValue(type: ColumnType | undefined, value: Value): void {
    if (typeof value === 'string' && type === 'text') return this.#addText(value);
    this.#reserve(12);
    if (value === null) {
      this.#length = this.#bytes.writeInt32BE(noValue, this.#length);
    } else if (typeof value === 'number' && type === 'bigint') {
      if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${value}`);
      this.#length = this.#bytes.writeInt32BE(8, this.#length);
      this.#length = this.#bytes.writeInt32BE(Math.floor(value / twoTo32), this.#length);
      this.#length = this.#bytes.writeUInt32BE(value >>> 0, this.#length);
    } else if (typeof value === 'number' && type === 'int') {
      this.#length = this.#bytes.writeInt32BE(4, this.#length);
      this.#length = this.#bytes.writeInt32BE(value, this.#length);
    } else if (typeof value === 'boolean' && type === 'boolean') {
      this.#length = this.#bytes.writeInt32BE(1, this.#length);
      this.#length = this.#bytes.writeUInt8(value ? 1 : 0, this.#length);
    } else {
      throw new TypeError(`${typeof value} in a column of ${type}`);
    }
  }

  #addText(text: string): void {
    // No letter takes more than three bytes in UTF-8.
    this.#reserve(4 + text.length * 3);
    const start = this.#length + 4;
    const written = (text.length <= shortText && this.#addLetters(text, start)) || this.#bytes.write(text, start);
    this.#bytes.writeInt32BE(written, this.#length);
    this.#length = start + written;
  }

  /** How many bytes were written, or 0 where a letter isn't ASCII. */
  #addLetters(text: string, start: number): number {
    for (let index = 0; index < text.length; index++) {
      const letter = text.charCodeAt(index);
      if (letter > 127) return 0;
      this.#bytes[start + index] = letter;
    }
    return text.length;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
