import { candleAfter, candleStart, type Candle, type Interval } from '@fft/contract';

/**
 * Combines pages of the HTTP call and pushes of the stream into one candle per interval. Pages and pushes may overlap and arrive late: of two states of a
 * candle, the one with more trades is newer.
 */
export class CandleSeries {
  readonly #interval: Interval;
  #candles: Candle[] = [];
  /** The newest time confirmed by a page or a push. Later candles were added by the clock. */
  #confirmed: number | undefined;

  constructor(interval: Interval) {
    this.#interval = interval;
  }

  /** Oldest first, without gaps. */
  get candles(): readonly Candle[] {
    return this.#candles;
  }

  /** Start of the next page needed to continue: the newest confirmed candle; undefined while the series is empty. */
  get resumeFrom(): number | undefined {
    return this.#confirmed;
  }

  /** Adds a page of the call, older or newer. A page that neither overlaps nor touches the series replaces it. */
  takePage(page: readonly Candle[]): void {
    const [first, last] = [page[0], page.at(-1)];
    if (!first || !last) return;
    const [oldest] = this.#candles;
    if (
      !oldest ||
      this.#confirmed === undefined ||
      first[0] > this.#after(this.#confirmed) ||
      this.#after(last[0]) < oldest[0]
    ) {
      this.#candles = [...page];
      this.#confirmed = last[0];
      return;
    }
    const older = page.filter(([time]) => time < oldest[0]);
    this.#candles = [...older, ...this.#candles];
    for (const candle of page.slice(older.length)) this.#put(candle);
    this.#confirmed = Math.max(this.#confirmed, last[0]);
  }

  /**
   * Applies a push.
   * @returns false if earlier pushes were lost: nothing is applied, and the caller must load a page from `resumeFrom`
   */
  takePush(push: readonly Candle[]): boolean {
    const [first, last] = [push[0], push.at(-1)];
    if (!first || !last) return true;
    if (this.#confirmed === undefined || first[0] > this.#confirmed) return false;
    for (const candle of push) this.#put(candle);
    this.#confirmed = Math.max(this.#confirmed, last[0]);
    return true;
  }

  /** Extends the series to `now` with flat candles. */
  advance(now: number): void {
    this.#fillBefore(candleAfter(this.#interval, candleStart(this.#interval, now)));
  }

  #after(time: number): number {
    return candleAfter(this.#interval, time);
  }

  #put(candle: Candle): void {
    this.#fillBefore(candle[0]);
    let place = this.#candles.length;
    while (place > 0 && (this.#candles[place - 1]?.[0] ?? -Infinity) >= candle[0]) place--;
    const existing = this.#candles[place];
    if (!existing) this.#candles.push(candle);
    else if (existing[0] === candle[0] && tradesOf(candle) >= tradesOf(existing)) this.#replace(place, candle);
  }

  /** Replaces a candle and moves the flat candles after it to its new close. */
  #replace(place: number, candle: Candle): void {
    this.#candles[place] = candle;
    let before = candle;
    for (let next = place + 1; next < this.#candles.length; next++) {
      const follower = this.#candles[next];
      if (!follower || tradesOf(follower) > 0) return;
      before = flatAt(follower[0], before);
      this.#candles[next] = before;
    }
  }

  #fillBefore(time: number): void {
    for (let newest = this.#candles.at(-1); newest && this.#after(newest[0]) < time; newest = this.#candles.at(-1)) {
      this.#candles.push(flatAt(this.#after(newest[0]), newest));
    }
  }
}

function tradesOf(candle: Candle): number {
  return candle[7];
}

/** Returns a flat candle at the previous close, with zero volume in the same number of places. */
function flatAt(time: number, [, , , , close, volume, turnover]: Candle): Candle {
  return [time, close, close, close, close, zeroLike(volume), zeroLike(turnover), 0];
}

function zeroLike(decimal: string): string {
  const [, places] = decimal.split('.');
  return places === undefined ? '0' : `0.${'0'.repeat(places.length)}`;
}
