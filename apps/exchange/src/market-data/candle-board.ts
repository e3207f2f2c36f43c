import { candleStart, intervals, type Interval } from '@fft/contract';
import { joined, type Candle, type MarketCandle } from './candle.ts';

/** The newest candles of one market and interval. */
export interface LatestCandles {
  /** The one with trades before the running one. */
  readonly previous: Candle | null;
  readonly running: Candle;
  /** The journal entry that opened the running one: the tables have all before it once they have the entries before. */
  readonly openedBy: number;
}

/** The running candle of every market and interval, and the one before. Candles are replaced, never changed. */
export class CandleBoard {
  readonly #markets = new Map<number, Map<Interval, LatestCandles>>();

  /** Takes what a journal entry added to a minute. */
  add(part: MarketCandle, sequence: number): void {
    const { market, ...candle } = part;
    const series = this.#series(market);
    for (const interval of intervals) {
      const time = candleStart(interval, part.time);
      const latest = series.get(interval);
      if (latest?.running.time === time) {
        series.set(interval, { ...latest, running: joined(latest.running, candle) });
      } else {
        const previous = latest?.running ?? null;
        series.set(interval, { previous, running: { ...candle, time }, openedBy: sequence });
      }
    }
  }

  /** Puts in what the tables hold, at the start. */
  restore(market: number, interval: Interval, latest: LatestCandles): void {
    this.#series(market).set(interval, latest);
  }

  latest(market: number, interval: Interval): LatestCandles | null {
    return this.#markets.get(market)?.get(interval) ?? null;
  }

  #series(market: number): Map<Interval, LatestCandles> {
    let series = this.#markets.get(market);
    if (!series) this.#markets.set(market, (series = new Map<Interval, LatestCandles>()));
    return series;
  }
}
