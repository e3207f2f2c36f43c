import { intervals, type Candle, type Interval } from '@fft/contract';
import type { MarketView } from '../../ledger/listings/market-view.ts';
import type { CandleBoard } from '../candles/candle-board.ts';
import { candleWire } from '../tickers/wire.ts';

const known: ReadonlySet<string | undefined> = new Set(intervals);

export function isInterval(text: string | undefined): text is Interval {
  return known.has(text);
}

/** Pushes of the candle channels. A candle's final state comes with the first state of the next, so nothing is missing between two pushes. */
export class CandleFeed {
  readonly #candles: CandleBoard;
  #touched = new Set<number>();
  /** Start time of the last candle that was pushed, by market and interval. */
  readonly #lastPushed = new Map<string, number>();

  constructor(candles: CandleBoard) {
    this.#candles = candles;
  }

  /** Records that a market traded. */
  touch(market: number): void {
    this.#touched.add(market);
  }

  /** Returns the markets that traded since the last call. */
  takeTouched(): ReadonlySet<number> {
    const touched = this.#touched;
    if (touched.size > 0) this.#touched = new Set();
    return touched;
  }

  /** Returns the push for readers that received every earlier one: the running candle, and the final one before if it has just opened. */
  updates(view: MarketView, interval: Interval): Candle[] {
    const lastPushed = this.#lastPushed.get(seriesName(view, interval));
    const candles = this.whole(view, interval);
    return candles.at(-1)?.[0] === lastPushed ? candles.slice(-1) : candles;
  }

  /** Returns the last two candles that had trades. */
  whole(view: MarketView, interval: Interval): Candle[] {
    const latest = this.#candles.latest(view.id, interval);
    if (!latest) return [];
    this.#lastPushed.set(seriesName(view, interval), latest.running.time);
    return [...(latest.previous ? [latest.previous] : []), latest.running].map((candle) => candleWire(view, candle));
  }
}

function seriesName(view: MarketView, interval: Interval): string {
  return `${view.id} ${interval}`;
}
