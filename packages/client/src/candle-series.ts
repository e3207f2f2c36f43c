import { candleAfter, candleStart, type Candle, type Interval } from '@fft/contract';

/**
 * One chart's candles: pages of the call and pushes of the stream put together, one candle per interval. Pages and pushes may overlap and come in any order
 * as far as times go; of two states of the same candle the one with more trades is the newer.
 */
export class CandleSeries {
  readonly #interval: Interval;
  #candles: Candle[] = [];

  constructor(interval: Interval) {
    this.#interval = interval;
  }

  /** Oldest first, without gaps. */
  get candles(): readonly Candle[] {
    return this.#candles;
  }

  /** Takes a page of the call. It has to overlap or touch what is there; one that stands apart begins the series anew. */
  takePage(page: readonly Candle[]): void {
    const [first, last] = [page[0], page.at(-1)];
    if (!first || !last) return;
    const [oldest, newest] = [this.#candles[0], this.#candles.at(-1)];
    const apart =
      oldest && newest && (first[0] > this.#next(newest) || candleAfter(this.#interval, last[0]) < oldest[0]);
    if (apart) this.#candles = [];
    this.#merge(page);
  }

  /**
   * Takes a push.
   * @returns false where something was left out before it: ask the call from `resumeFrom` on, and nothing was taken
   */
  takePush(push: readonly Candle[]): boolean {
    const [first] = push;
    if (!first) return true;
    const newest = this.#candles.at(-1);
    if (!newest || first[0] > newest[0]) return false;
    this.#merge(push);
    return true;
  }

  /** Carries the series on to now with flat candles. */
  advance(now: number): void {
    const newest = this.#candles.at(-1);
    if (newest) this.#fillUpTo(candleStart(this.#interval, now));
  }

  /** Where a page has to begin to carry on from here; undefined while nothing is known. */
  get resumeFrom(): number | undefined {
    return this.#candles.at(-1)?.[0];
  }

  #next(candle: Candle): number {
    return candleAfter(this.#interval, candle[0]);
  }

  #merge(fresh: readonly Candle[]): void {
    const known = new Map(this.#candles.map((candle) => [candle[0], candle]));
    for (const candle of fresh) {
      const standing = known.get(candle[0]);
      if (!standing || tradesOf(candle) >= tradesOf(standing)) known.set(candle[0], candle);
    }
    const merged = [...known.values()].toSorted(([one], [other]) => one - other);
    this.#candles = [];
    for (const candle of merged) {
      this.#fillUpTo(candleAfter(this.#interval, candle[0], -1));
      this.#candles.push(candle);
    }
  }

  #fillUpTo(time: number): void {
    for (let newest = this.#candles.at(-1); newest && newest[0] < time; newest = this.#candles.at(-1)) {
      this.#candles.push(flatAfter(newest, this.#next(newest)));
    }
  }
}

function tradesOf(candle: Candle): number {
  return candle[7];
}

/** Nothing traded: flat at the close before, zeros with as many places. */
function flatAfter([, , , , close, volume, turnover]: Candle, time: number): Candle {
  const zero = (text: string) => text.replaceAll(/\d+/g, (digits, at: number) => (at === 0 ? '0' : '0'.repeat(digits.length)));
  return [time, close, close, close, close, zero(volume), zero(turnover), 0];
}
