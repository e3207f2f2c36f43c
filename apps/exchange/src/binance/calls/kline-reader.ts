import type { Interval } from '@fft/contract';
import { joined, type Candle } from '../../ledger/projection/candle.ts';
import type { CandleReader, SecondReader, TradeReader } from '../../markets/index.ts';
import { klineEnd, klineStart, type KlineInterval } from '../streams/kline-interval.ts';

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
  /** Oldest first, one per interval: the first ones from `startTime` on, else the newest until `endTime`. */
  read(market: number, query: KlineQuery): Promise<readonly Candle[]>;
}

export interface KlineReaderOptions {
  readonly candles: Pick<CandleReader, 'page'>;
  readonly seconds: SecondReader;
  readonly trades: Pick<TradeReader, 'from'>;
  readonly now: () => number;
}

/** Stored candles by length, longest first: klines are joined from the longest that fit. */
const stored = [
  ['1d', 86_400_000],
  ['4h', 14_400_000],
  ['1h', 3_600_000],
  ['30m', 1_800_000],
  ['15m', 900_000],
  ['5m', 300_000],
  ['1m', 60_000],
] as const;

/** More than any range has: the range is the limit. */
const maxParts = 1_000_000;

export function createKlineReader({ candles, seconds, trades, now }: KlineReaderOptions): KlineReader {
  const begun = new Map<number, number>();
  /** The time of the market's first trade; Infinity before it. */
  const firstTrade = async (market: number): Promise<number> => {
    const known = begun.get(market);
    if (known !== undefined) return known;
    const [fill] = await trades.from(market, 1, 1);
    if (fill) begun.set(market, fill.time);
    return fill?.time ?? Infinity;
  };
  return {
    read: async (market, query) => {
      const first = klineStart(query.interval, await firstTrade(market), query.offsetMs);
      if (!Number.isFinite(first)) return [];
      const { startTime } = query;
      // A caller who asks from the beginning of time gets the first klines there are.
      const from = startTime === undefined ? undefined : Math.max(startTime, first);
      const range = rangeOf({ ...query, startTime: from }, now());
      if (range.from > range.last) return [];
      const { interval, offsetMs } = query;
      if (interval === '1s') return seconds.page(market, range);
      const base = baseOf(interval, offsetMs);
      const parts = await candles.page({
        market,
        interval: base,
        from: range.from,
        to: range.end - 1,
        limit: maxParts,
      });
      return base === interval ? parts : folded(parts, interval, offsetMs);
    },
  };
}

interface KlineRange {
  /** Starts of the first and of the last kline, and the last one's end. */
  readonly from: number;
  readonly last: number;
  readonly end: number;
}

function rangeOf({ interval, offsetMs, startTime, endTime, limit }: KlineQuery, now: number): KlineRange {
  const step = (start: number) => klineEnd(interval, start, offsetMs);
  const start = (time: number) => klineStart(interval, time, offsetMs);
  const newest = start(Math.min(endTime ?? now, now));
  if (startTime !== undefined) {
    const aligned = start(startTime);
    const from = aligned < startTime ? step(aligned) : aligned;
    let last = from;
    for (let count = 1; count < limit && step(last) <= newest; count += 1) last = step(last);
    return { from, last: Math.min(last, newest), end: step(Math.min(last, newest)) };
  }
  let from = newest;
  for (let count = 1; count < limit && from > 0; count += 1) from = start(from - 1);
  return { from, last: newest, end: step(newest) };
}

/** The longest stored candles that the interval's klines are made of. */
function baseOf(interval: KlineInterval, offsetMs: number): Interval {
  if (offsetMs === 0 && (interval === '1w' || interval === '1M')) return interval;
  const length = klineEnd(interval, 0) - 0;
  const fits = stored.find(
    ([, ms]) => ms <= length && offsetMs % ms === 0 && (interval === '1M' || interval === '1w' || length % ms === 0),
  );
  return fits?.[0] ?? '1m';
}

function folded(parts: readonly Candle[], interval: KlineInterval, offsetMs: number): readonly Candle[] {
  const klines: Candle[] = [];
  for (const part of parts) {
    const time = klineStart(interval, part.time, offsetMs);
    const last = klines.at(-1);
    if (last?.time === time) klines[klines.length - 1] = joined(last, part);
    else klines.push({ ...part, time });
  }
  return klines;
}
