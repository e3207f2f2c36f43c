import { IncomingMessage } from 'node:http';

/** What comes before anybody asks for it is kept up to here; more is a stream's. */
const keptBytesMost = 16 * 1024;

/** Takes a body; null where it is longer than it may be. */
export type TakeBody = (body: Buffer | null) => void;

/**
 * A request whose body can be taken whole, as Node's parser hands it over. A stream would carry the two hundred bytes of an order through a queue, four
 * events and as many turns, which costs more than the engine does. To whoever reads it as a stream it is one.
 */
export class BufferedRequest extends IncomingMessage {
  /** Null once it is a stream. */
  #parts: Buffer[] | null = [];
  #bytes = 0;
  #hasEnded = false;
  #isTaken = false;
  #bytesMost = Infinity;
  #take: TakeBody | null = null;

  /** Gives the body once all of it is there. False where it is a stream already. */
  takeWhole(bytesMost: number, take: TakeBody): boolean {
    if (this.#parts === null) return false;
    this.#isTaken = true;
    this.#bytesMost = bytesMost;
    this.#take = take;
    this.#giveIfDue(this.#parts);
    return true;
  }

  /** Node's parser hands over a part of the body, or its end. */
  override push(part: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.#parts === null) return super.push(part, encoding);
    if (part === null) {
      this.#hasEnded = true;
    } else {
      this.#bytes += part.length;
      if (this.#bytes <= this.#bytesMost) this.#parts.push(part);
    }
    if (this.#isTaken) this.#giveIfDue(this.#parts);
    else if (this.#bytes > keptBytesMost) return this.#becomeStream();
    return true;
  }

  override _read(bytes: number): void {
    this.#becomeStream();
    super._read(bytes);
  }

  /** Node lets flow what nobody has read, once it was answered; of what was taken whole nothing is left. */
  override resume(): this {
    return this.#isTaken ? this : super.resume();
  }

  #giveIfDue(parts: readonly Buffer[]): void {
    const take = this.#take;
    const isTooLong = this.#bytes > this.#bytesMost;
    if (take === null || !(isTooLong || this.#hasEnded)) return;
    this.#take = null;
    const [only = Buffer.alloc(0)] = parts;
    if (isTooLong) take(null);
    else take(parts.length > 1 ? Buffer.concat(parts) : only);
  }

  /** Whether the stream wants more at once. */
  #becomeStream(): boolean {
    const parts = this.#parts ?? [];
    this.#parts = null;
    let wantsMore = true;
    for (const part of parts) wantsMore = super.push(part);
    if (this.#hasEnded) super.push(null);
    return wantsMore;
  }
}
