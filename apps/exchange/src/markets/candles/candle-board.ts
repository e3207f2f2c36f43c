import { candleStart, intervals, type Interval } from '@fft/contract';
import { joined, type Candle, type MarketCandle } from '../../ledger/projection/candle.ts';

/** The newest candles of one market and interval. */
export interface LatestCandles {
  /** The last candle with trades before the running one. */
  readonly previous: Candle | null;
  readonly running: Candle;
  /** The journal entry that opened the running candle: tables that contain it contain all earlier candles. */
  readonly openedBy: number;
}

/** One market's candles: those closed with its last minute, and that minute itself, so that a trade changes one candle and not nine. */
interface MarketCandles {
  readonly closed: Map<Interval, LatestCandles>;
  minute: { readonly candle: Candle; readonly openedBy: number } | null;
}

/** The running candle of every market and interval, and the one before it. */
export class CandleBoard {
  #markets = new Map<number, MarketCandles>();

  /** Takes over another board's candles; the other must not be used any more. */
  replaceWith(other: CandleBoard): void {
    this.#markets = other.#markets;
  }

  /** Adds a journal entry's trades of one minute. */
  add(part: MarketCandle, sequence: number): void {
    const candles = this.#candles(part.market);
    const { minute, closed } = candles;
    if (minute?.candle.time === part.time) {
      candles.minute = { candle: joined(minute.candle, part), openedBy: minute.openedBy };
      return;
    }
    if (minute) {
      for (const interval of intervals) closed.set(interval, extended(closed.get(interval), interval, minute));
    }
    candles.minute = { candle: part, openedBy: sequence };
  }

  /** Sets the candles that the tables have, at the start. */
  restore(market: number, interval: Interval, latest: LatestCandles): void {
    this.#candles(market).closed.set(interval, latest);
  }

  latest(market: number, interval: Interval): LatestCandles | null {
    const candles = this.#markets.get(market);
    const closed = candles?.closed.get(interval);
    return candles?.minute ? extended(closed, interval, candles.minute) : (closed ?? null);
  }

  #candles(market: number): MarketCandles {
    let candles = this.#markets.get(market);
    if (!candles) {
      candles = { closed: new Map<Interval, LatestCandles>(), minute: null };
      this.#markets.set(market, candles);
    }
    return candles;
  }
}

/** Returns an interval's candles with one more minute. */
function extended(
  latest: LatestCandles | undefined,
  interval: Interval,
  { candle, openedBy }: { readonly candle: Candle; readonly openedBy: number },
): LatestCandles {
  const time = candleStart(interval, candle.time);
  if (latest?.running.time === time) return { ...latest, running: joined(latest.running, candle) };
  // A minute's candle may have a market number, which the result must not contain.
  const { openTicks, highTicks, lowTicks, closeTicks, volumeLots, turnover, trades, takerBuyLots, takerBuyTurnover } =
    candle;
  const prices = { openTicks, highTicks, lowTicks, closeTicks };
  const running = { time, ...prices, volumeLots, turnover, trades, takerBuyLots, takerBuyTurnover };
  return { previous: latest?.running ?? null, running, openedBy };
}
