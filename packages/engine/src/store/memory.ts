/** A smaller store lies in an ordinary buffer: it costs less to make, and next to nothing to copy. */
const ordinaryBytesMax = 1 << 18;
/** Addresses set aside for a larger one. Real memory comes page by page, as it is touched. */
const bytesMax = 2 ** 36;
const stepBytes = 1 << 16;

/**
 * Memory that grows where it lies, so that no command waits until millions of records are copied. Of JavaScript's buffers a growable
 * `SharedArrayBuffer` can do so and keep ordinary, quick views; nothing here is shared. Views are made anew after {@link grow}.
 */
export class Memory {
  buffer: ArrayBuffer | SharedArrayBuffer;

  constructor(bytes: number) {
    this.buffer = new ArrayBuffer(bytes);
  }

  /** Makes it so many bytes at least; what is new is zero. */
  grow(bytes: number): void {
    const { buffer } = this;
    if (bytes <= buffer.byteLength) return;
    // By a part at least: so views are seldom made anew, and little is held in advance.
    const wanted = Math.max(bytes, buffer.byteLength + (buffer.byteLength >> 5));
    if (wanted <= ordinaryBytesMax) return this.moveTo(new ArrayBuffer(Math.max(wanted, buffer.byteLength * 2)));
    const size = Math.ceil(wanted / stepBytes) * stepBytes;
    if (buffer instanceof SharedArrayBuffer) buffer.grow(size);
    else this.moveTo(new SharedArrayBuffer(size, { maxByteLength: bytesMax }));
  }

  private moveTo(buffer: ArrayBuffer | SharedArrayBuffer): void {
    new Uint8Array(buffer).set(new Uint8Array(this.buffer));
    this.buffer = buffer;
  }
}
