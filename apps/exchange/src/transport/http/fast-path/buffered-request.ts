import { IncomingMessage } from 'node:http';

/** Bytes buffered before a handler takes the body; a longer body becomes a stream. */
const maxBufferedBytes = 16 * 1024;

/** Receives a body; null if it exceeds the limit. */
export type TakeBody = (body: Buffer | null) => void;

/**
 * A request whose body can be taken whole, as Node's parser delivers it. A stream would move an order's two hundred bytes through a queue, four
 * events and as many microtasks, which costs more than the engine does. Readers that need a stream still get one.
 */
export class BufferedRequest extends IncomingMessage {
  /** The text of the body, once it was parsed: API keys sign it as sent. */
  rawBody = '';
  /** Null once it is a stream. */
  #parts: Buffer[] | null = [];
  #bytes = 0;
  #hasEnded = false;
  #isTaken = false;
  #maxBytes = Infinity;
  #take: TakeBody | null = null;

  /** Delivers the body once it is complete. Returns false if it is already a stream. */
  takeWhole(maxBytes: number, take: TakeBody): boolean {
    if (this.#parts === null) return false;
    this.#isTaken = true;
    this.#maxBytes = maxBytes;
    this.#take = take;
    this.#deliverIfComplete(this.#parts);
    return true;
  }

  /** Called by Node's parser with a part of the body, or null at its end. */
  override push(part: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.#parts === null) return super.push(part, encoding);
    if (part === null) {
      this.#hasEnded = true;
    } else {
      this.#bytes += part.length;
      if (this.#bytes <= this.#maxBytes) this.#parts.push(part);
    }
    if (this.#isTaken) this.#deliverIfComplete(this.#parts);
    else if (this.#bytes > maxBufferedBytes) return this.#becomeStream();
    return true;
  }

  override _read(bytes: number): void {
    this.#becomeStream();
    super._read(bytes);
  }

  /** Node drains unread bodies after the answer; a body that was taken whole has nothing left to drain. */
  override resume(): this {
    return this.#isTaken ? this : super.resume();
  }

  #deliverIfComplete(parts: readonly Buffer[]): void {
    const take = this.#take;
    const isTooLong = this.#bytes > this.#maxBytes;
    if (take === null || !(isTooLong || this.#hasEnded)) return;
    this.#take = null;
    const [only = Buffer.alloc(0)] = parts;
    if (isTooLong) take(null);
    else take(parts.length > 1 ? Buffer.concat(parts) : only);
  }

  /** Returns true if the stream accepts more immediately. */
  #becomeStream(): boolean {
    const parts = this.#parts ?? [];
    this.#parts = null;
    let wantsMore = true;
    for (const part of parts) wantsMore = super.push(part);
    if (this.#hasEnded) super.push(null);
    return wantsMore;
  }
}
