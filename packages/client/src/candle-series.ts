import { candleAfter, candleStart, type Candle, type Interval } from '@fft/contract';

/**
 * One chart's candles: pages of the call and pushes of the stream put together, one candle per interval. Pages and pushes may overlap and come late: of two
 * states of the same candle the one with more trades is the newer.
 */
export class CandleSeries {
  readonly #interval: Interval;
  #candles: Candle[] = [];
  /** The newest time that a page or a push told of. What the clock alone added after it isn't known to be true. */
  #told: number | undefined;

  constructor(interval: Interval) {
    this.#interval = interval;
  }

  /** Oldest first, without gaps. */
  get candles(): readonly Candle[] {
    return this.#candles;
  }

  /** Where a page has to begin to carry on from here: at the newest candle that was told of; undefined while nothing is known. */
  get resumeFrom(): number | undefined {
    return this.#told;
  }

  /** Takes a page of the call, older or newer. One that neither overlaps nor touches what is there begins the series anew. */
  takePage(page: readonly Candle[]): void {
    const [first, last] = [page[0], page.at(-1)];
    if (!first || !last) return;
    const [oldest] = this.#candles;
    if (!oldest || this.#told === undefined || first[0] > this.#after(this.#told) || this.#after(last[0]) < oldest[0]) {
      this.#candles = [...page];
      this.#told = last[0];
      return;
    }
    const older = page.filter(([time]) => time < oldest[0]);
    this.#candles = [...older, ...this.#candles];
    for (const candle of page.slice(older.length)) this.#put(candle);
    this.#told = Math.max(this.#told, last[0]);
  }

  /**
   * Takes a push.
   * @returns false where something was left out before it: nothing was taken, and the call tells it from `resumeFrom` on
   */
  takePush(push: readonly Candle[]): boolean {
    const [first, last] = [push[0], push.at(-1)];
    if (!first || !last) return true;
    if (this.#told === undefined || first[0] > this.#told) return false;
    for (const candle of push) this.#put(candle);
    this.#told = Math.max(this.#told, last[0]);
    return true;
  }

  /** Carries the series on to now, flat where nothing was traded. */
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
    const standing = this.#candles[place];
    if (!standing) this.#candles.push(candle);
    else if (standing[0] === candle[0] && tradesOf(candle) >= tradesOf(standing)) this.#replace(place, candle);
  }

  /** A candle that closes elsewhere than was thought moves the flat ones that follow it. */
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

/** Nothing traded: flat at the close before, zeros with as many places. */
function flatAt(time: number, [, , , , close, volume, turnover]: Candle): Candle {
  return [time, close, close, close, close, zeroLike(volume), zeroLike(turnover), 0];
}

function zeroLike(decimal: string): string {
  const [, places] = decimal.split('.');
  return places === undefined ? '0' : `0.${'0'.repeat(places.length)}`;
}
