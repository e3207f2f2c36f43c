import { numberText, requestText, turnOf, type RequestText, type Trader } from './orders.ts';

/** The requests of a run in sequence, from texts prepared per trader and side. */
export class Requests {
  readonly #traders: readonly Trader[];
  readonly #run: string;
  readonly #texts = new Map<string, RequestText>();
  #count = 0;

  constructor(traders: readonly Trader[], run: string) {
    this.#traders = traders;
    this.#run = run;
  }

  /** The number of requests so far. */
  get count(): number {
    return this.#count;
  }

  next(): string {
    this.#count += 1;
    const order = turnOf(this.#traders, this.#count);
    const key = order.side + order.token;
    let text = this.#texts.get(key);
    if (text === undefined) this.#texts.set(key, (text = requestText(order, this.#run)));
    return text.head + numberText(this.#count) + text.tail;
  }
}
