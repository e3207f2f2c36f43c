/** Smaller stores use an ordinary buffer, which is cheap to create and to copy. */
const maxOrdinaryBytes = 1 << 18;
/** Address space reserved for larger ones. The system allocates real memory page by page, on first use. */
const maxBytes = 2 ** 36;
const stepBytes = 1 << 16;

/**
 * Memory that grows in place, so that no command waits for a copy of millions of records. Only a growable `SharedArrayBuffer` can do so with
 * fast views; nothing is shared here. Recreate views after {@link grow}.
 */
export class Memory {
  buffer: ArrayBuffer | SharedArrayBuffer;

  constructor(bytes: number) {
    this.buffer = new ArrayBuffer(bytes);
  }

  /** Grows to at least `bytes`; new memory is zero. */
  grow(bytes: number): void {
    const { buffer } = this;
    if (bytes <= buffer.byteLength) return;
    // Grow by at least a thirty-second: views are seldom recreated, and little memory is unused.
    const wanted = Math.max(bytes, buffer.byteLength + (buffer.byteLength >> 5));
    if (wanted <= maxOrdinaryBytes) return this.moveTo(new ArrayBuffer(Math.max(wanted, buffer.byteLength * 2)));
    const size = Math.ceil(wanted / stepBytes) * stepBytes;
    if (buffer instanceof SharedArrayBuffer) buffer.grow(size);
    else this.moveTo(new SharedArrayBuffer(size, { maxByteLength: maxBytes }));
  }

  private moveTo(buffer: ArrayBuffer | SharedArrayBuffer): void {
    new Uint8Array(buffer).set(new Uint8Array(this.buffer));
    this.buffer = buffer;
  }
}
