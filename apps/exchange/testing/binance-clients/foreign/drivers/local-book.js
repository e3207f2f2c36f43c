/** A book kept as Binance's documentation says: a snapshot of REST, and every event after it without a gap. */
export class LocalBook {
  #sides = { bids: new Map(), asks: new Map() };
  #last = 0;
  #early = [];
  #begun = false;

  begin({ lastUpdateId, bids, asks }) {
    this.#set('bids', bids);
    this.#set('asks', asks);
    this.#last = lastUpdateId;
    this.#begun = true;
    for (const event of this.#early.splice(0)) this.apply(event);
  }

  /** @throws if an event is missing */
  apply(event) {
    if (!this.#begun) return void this.#early.push(event);
    const { first, last, bids, asks } = event;
    if (last <= this.#last) return;
    if (first > this.#last + 1) throw new Error(`changes from ${this.#last + 1} to ${first - 1} are missing`);
    this.#set('bids', bids);
    this.#set('asks', asks);
    this.#last = last;
  }

  view() {
    const sorted = (side, sign) => [...this.#sides[side]].toSorted(([a], [b]) => sign * (a - b)).slice(0, 20);
    return { bids: sorted('bids', -1), asks: sorted('asks', 1) };
  }

  #set(side, levels) {
    for (const [price, quantity] of levels) {
      if (Number(quantity) === 0) this.#sides[side].delete(Number(price));
      else this.#sides[side].set(Number(price), Number(quantity));
    }
  }
}
