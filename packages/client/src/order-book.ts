import type { DepthPush } from '@fft/contract';
import { compareDecimals, isZero } from './compare-decimals.ts';

/** `[price, quantity]`, both as plain decimal texts. */
export type Level = readonly [price: string, quantity: string];

/** One side of a book, best price first. */
class BookSide {
  #levels: Level[] = [];
  readonly #bestFirst: 1 | -1;

  constructor(bestFirst: 1 | -1) {
    this.#bestFirst = bestFirst;
  }

  get levels(): readonly Level[] {
    return this.#levels;
  }

  replace(levels: readonly Level[]): void {
    this.#levels = levels.filter(([, quantity]) => !isZero(quantity));
    this.#levels.sort((a, b) => this.#bestFirst * compareDecimals(a[0], b[0]));
  }

  apply([price, quantity]: Level): void {
    const index = this.#indexOf(price);
    const found = this.#levels[index];
    const exists = found !== undefined && compareDecimals(found[0], price) === 0;
    if (isZero(quantity)) {
      if (exists) this.#levels.splice(index, 1);
    } else {
      this.#levels.splice(index, exists ? 1 : 0, [price, quantity]);
    }
  }

  /** The index of the price, or where it would be inserted. */
  #indexOf(price: string): number {
    let low = 0;
    let high = this.#levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const level = this.#levels[middle];
      if (level !== undefined && this.#bestFirst * compareDecimals(level[0], price) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A market's book from the `depth` stream: a snapshot, then diffs, in which a quantity of zero removes a level. */
export class OrderBook {
  readonly #bids = new BookSide(-1);
  readonly #asks = new BookSide(1);
  #time = 0;

  /** Best (highest) first. A live view: it changes with the next push. */
  get bids(): readonly Level[] {
    return this.#bids.levels;
  }

  /** Best (lowest) first. A live view: it changes with the next push. */
  get asks(): readonly Level[] {
    return this.#asks.levels;
  }

  /** The server's time of the last push, in ms; 0 before the first. */
  get time(): number {
    return this.#time;
  }

  apply(push: DepthPush): void {
    this.#time = push.time;
    if (push.kind === 'snapshot') {
      this.#bids.replace(push.bids);
      this.#asks.replace(push.asks);
      return;
    }
    for (const level of push.bids) this.#bids.apply(level);
    for (const level of push.asks) this.#asks.apply(level);
  }

  /** The whole book as a snapshot push. */
  snapshot(): DepthPush {
    return {
      kind: 'snapshot',
      bids: this.bids.map(([price, quantity]) => [price, quantity]),
      asks: this.asks.map(([price, quantity]) => [price, quantity]),
      time: this.#time,
    };
  }
}
