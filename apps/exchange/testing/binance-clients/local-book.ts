/** One side's levels, by price as it is sent. */
type Levels = Map<string, string>;

export interface DepthEvent {
  /** First and last change in it. */
  readonly U: number;
  readonly u: number;
  readonly b: readonly (readonly [price: string, quantity: string])[];
  readonly a: readonly (readonly [price: string, quantity: string])[];
}

export interface DepthSnapshot {
  readonly lastUpdateId: number;
  readonly bids: readonly (readonly string[])[];
  readonly asks: readonly (readonly string[])[];
}

/** A local order book, kept as Binance's documentation says: a snapshot, and every event after it without a gap. */
export class LocalBook {
  readonly #bids: Levels = new Map();
  readonly #asks: Levels = new Map();
  #last = 0;
  #waiting: DepthEvent[] = [];
  #begun = false;

  get lastUpdateId(): number {
    return this.#last;
  }

  /** @throws if an event is missing */
  apply(event: DepthEvent): void {
    if (!this.#begun) return void this.#waiting.push(event);
    if (event.u <= this.#last) return;
    if (event.U > this.#last + 1) throw new Error(`changes from ${this.#last + 1} to ${event.U - 1} are missing`);
    change(this.#bids, event.b);
    change(this.#asks, event.a);
    this.#last = event.u;
  }

  begin({ lastUpdateId, bids, asks }: DepthSnapshot): void {
    for (const [price = '', quantity = ''] of bids) this.#bids.set(price, quantity);
    for (const [price = '', quantity = ''] of asks) this.#asks.set(price, quantity);
    this.#last = lastUpdateId;
    this.#begun = true;
    for (const event of this.#waiting) this.apply(event);
    this.#waiting = [];
  }

  /** The best levels of both sides. */
  top(levels: number): Pick<DepthSnapshot, 'bids' | 'asks'> {
    const sorted = (side: Levels, sign: 1 | -1) =>
      [...side].toSorted(([one], [other]) => sign * (Number(one) - Number(other))).slice(0, levels);
    return { bids: sorted(this.#bids, -1), asks: sorted(this.#asks, 1) };
  }
}

function change(side: Levels, levels: DepthEvent['b']): void {
  for (const [price, quantity] of levels) {
    if (Number(quantity) === 0) side.delete(price);
    else side.set(price, quantity);
  }
}
