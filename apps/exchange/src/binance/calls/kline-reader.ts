import { flatCandle, type Candle } from '../../ledger/projection/candle.ts';
import type { CandleReader, SecondReader, SpanReader, TradeReader } from '../../markets/index.ts';
import { klineEnd, klineStart, type KlineInterval } from '../streams/kline-interval.ts';
import { maxKlines, storedAs } from './kline-cost.ts';

export interface KlineQuery {
  readonly interval: KlineInterval;
  /** Klines begin so much before those of UTC. */
  readonly offsetMs: number;
  /** Bounds of the klines' start times, both included. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  readonly limit: number;
}

export interface KlineReader {
  /**
   * Oldest first, one per interval: the first ones from `startTime` on, else the newest until `endTime`. Fewer than the limit where more rows would have to
   * be read than a call may cost.
   */
  read(market: number, query: KlineQuery): Promise<readonly Candle[]>;
}

export interface KlineReaderOptions {
  readonly candles: Pick<CandleReader, 'page'>;
  readonly spans: SpanReader;
  readonly seconds: SecondReader;
  readonly trades: Pick<TradeReader, 'from'>;
  readonly now: () => number;
}

export function createKlineReader({ candles, spans, seconds, trades, now }: KlineReaderOptions): KlineReader {
  const begun = new Map<number, number>();
  /** The time of the market's first trade; Infinity before it. */
  const firstTrade = async (market: number): Promise<number> => {
    const known = begun.get(market);
    if (known !== undefined) return known;
    const [fill] = await trades.from(market, 1, 1);
    if (fill) begun.set(market, fill.time);
    return fill?.time ?? Infinity;
  };
  /** Klines without trades are flat at the price before them. */
  const ofSpans = async (market: number, { interval, offsetMs }: KlineQuery, starts: readonly number[]) => {
    const ends = starts.map((from) => ({ from, to: klineEnd(interval, from, offsetMs) }));
    const found = await spans.read(market, ends);
    let close = found[0] ? null : await spans.closeBefore(market, starts[0] ?? 0);
    const klines: Candle[] = [];
    for (const [place, time] of starts.entries()) {
      const candle = found[place] ?? (close === null ? null : flatCandle(time, close));
      if (candle) klines.push(candle);
      close = candle?.closeTicks ?? close;
    }
    return klines;
  };
  return {
    read: async (market, query) => {
      const { interval, offsetMs, startTime } = query;
      const first = klineStart(interval, await firstTrade(market), offsetMs);
      if (!Number.isFinite(first)) return [];
      // A caller who asks from the beginning of time gets the first klines there are.
      const from = startTime === undefined ? undefined : Math.max(startTime, first);
      const limit = Math.min(query.limit, maxKlines(interval, offsetMs));
      const starts = startsOf({ ...query, startTime: from, limit }, now());
      const [oldest, last] = [Math.max(starts[0] ?? 0, first), starts.at(-1)];
      if (last === undefined || last < oldest) return [];
      if (interval === '1s') return seconds.page(market, { from: oldest, last, isNewest: from === undefined });
      const stored = storedAs(interval, offsetMs);
      if (stored !== null) return candles.page({ market, interval: stored, from: oldest, to: last, limit });
      return ofSpans(
        market,
        query,
        starts.filter((start) => start >= oldest),
      );
    },
  };
}

/** The starts of the klines, oldest first. */
function startsOf({ interval, offsetMs, startTime, endTime, limit }: KlineQuery, now: number): readonly number[] {
  const start = (time: number) => klineStart(interval, time, offsetMs);
  const newest = start(Math.min(endTime ?? now, now));
  const starts: number[] = [];
  if (startTime !== undefined) {
    const aligned = start(startTime);
    let from = aligned < startTime ? klineEnd(interval, aligned, offsetMs) : aligned;
    for (; from <= newest && starts.length < limit; from = klineEnd(interval, from, offsetMs)) starts.push(from);
    return starts;
  }
  for (let from = newest; from > -offsetMs && starts.length < limit; from = start(from - 1)) starts.push(from);
  return starts.toReversed();
}
