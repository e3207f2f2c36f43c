import { intervals, type Candle, type Interval } from '@fft/contract';
import type { MarketView } from '../../ledger/listings/market-view.ts';
import type { CandleBoard } from '../candles/candle-board.ts';
import { candleWire } from '../tickers/wire.ts';

const known: ReadonlySet<string | undefined> = new Set(intervals);

export function isInterval(text: string | undefined): text is Interval {
  return known.has(text);
}

/** What the candle channels push. A reader is told a candle's last state together with the first of the next, so nothing is missing between two pushes. */
export class CandleFeed {
  readonly #candles: CandleBoard;
  #touched = new Set<number>();
  /** Where the candle begins that readers were told of last, by market and interval. */
  readonly #told = new Map<string, number>();

  constructor(candles: CandleBoard) {
    this.#candles = candles;
  }

  /** Notes that a market traded. */
  touch(market: number): void {
    this.#touched.add(market);
  }

  /** The markets that traded since the last call. */
  takeTouched(): ReadonlySet<number> {
    const touched = this.#touched;
    if (touched.size > 0) this.#touched = new Set();
    return touched;
  }

  /** What those need who heard every push before: the running candle; where it opened since, the one before as it ended, too. */
  news(view: MarketView, interval: Interval): Candle[] {
    const told = this.#told.get(seriesName(view, interval));
    const candles = this.whole(view, interval);
    return candles.at(-1)?.[0] === told ? candles.slice(-1) : candles;
  }

  /** The last two candles that had trades. */
  whole(view: MarketView, interval: Interval): Candle[] {
    const latest = this.#candles.latest(view.id, interval);
    if (!latest) return [];
    this.#told.set(seriesName(view, interval), latest.running.time);
    return [...(latest.previous ? [latest.previous] : []), latest.running].map((candle) => candleWire(view, candle));
  }
}

function seriesName(view: MarketView, interval: Interval): string {
  return `${view.id} ${interval}`;
}
