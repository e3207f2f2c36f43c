import { candleOfFill, flatCandle, joined, type Candle } from '../../ledger/projection/candle.ts';
import { dayMs, klineEnd, klineStart, type KlineInterval } from './kline-interval.ts';
import type { MarketBatch } from './market-stream.ts';
import type { StreamParts } from './stream-parts.ts';

/** A kline with the ids of its trades; −1 without trades. */
export interface Kline {
  readonly candle: Candle;
  readonly end: number;
  readonly firstTrade: number;
  readonly lastTrade: number;
}

/** The klines of one market and interval that end after the last one published. */
export interface KlineSource {
  add(batch: MarketBatch): void;
  /** The kline that begins at `start`; null while it is not known. */
  at(start: number): Kline | null;
}

/** Klines of a second, from the trades since the stream began. */
export function secondSource(parts: StreamParts): KlineSource {
  const { board, market, now } = parts;
  let seconds: Candle[] = [];
  const before = board.lastTrade(market);
  let lastTrade = before?.tradeNumber ?? 0;
  /** The price before the oldest second kept. */
  let priceBefore = before?.priceTicks ?? null;
  const begun = now();
  return {
    add: ({ fills }) => {
      for (const fill of fills) {
        const part = { ...candleOfFill(fill), time: klineStart('1s', fill.time) };
        const last = seconds.at(-1);
        if (last?.time === part.time) seconds[seconds.length - 1] = joined(last, part);
        else seconds.push(part);
        lastTrade = fill.tradeNumber;
      }
    },
    at: (start) => {
      // Its first trades may have been missed.
      if (start < begun) return null;
      priceBefore = seconds.findLast(({ time }) => time < start)?.closeTicks ?? priceBefore;
      seconds = seconds.filter(({ time }) => time >= start);
      const later = seconds.reduce((sum, { time, trades }) => (time > start ? sum + trades : sum), 0);
      const traded = seconds[0]?.time === start ? seconds[0] : null;
      return klineOf(traded ?? flatKline(start, priceBefore), start + 1_000, lastTrade - later);
    },
  };
}

/** Klines of a day or less, from the minutes in memory. */
export function minuteSource(parts: StreamParts, interval: KlineInterval, offsetMs: number): KlineSource {
  const { board, market } = parts;
  return {
    add: () => undefined,
    at: (start) => {
      const end = klineEnd(interval, start, offsetMs);
      const traded = board.within(market, start, end);
      const candle = traded ? { ...traded, time: start } : flatKline(start, board.priceBefore(market, start));
      const lastTrade = (board.lastTrade(market)?.tradeNumber ?? 0) - board.tradesFrom(market, end);
      return klineOf(candle, end, lastTrade);
    },
  };
}

/** Reads the joined hours `[from, to)` of a market once the tables have them. */
export type ReadHours = (market: number, from: number, to: number) => Promise<Candle | null>;

/** Klines of more than a day: whole days from the tables, today from the minutes in memory. */
export function daysSource(
  parts: StreamParts & { readonly readHours: ReadHours; readonly onError: (error: unknown) => void },
  interval: KlineInterval,
  offsetMs: number,
): KlineSource {
  const { board, market, now, readHours, onError } = parts;
  /** The days before `until` in the kline that begins at `start`. */
  let closed: { readonly start: number; readonly until: number; readonly candle: Candle | null } | null = null;
  let wanted = 0;
  const read = (start: number, until: number): void => {
    if (wanted === until) return;
    wanted = until;
    if (until <= start) {
      closed = { start, until: start, candle: null };
      return;
    }
    readHours(market, start, until).then(
      (candle) => {
        closed = { start, until, candle };
      },
      (error: unknown) => {
        wanted = 0;
        onError(error);
      },
    );
  };
  return {
    add: () => undefined,
    at: (start) => {
      const end = klineEnd(interval, start, offsetMs);
      const today = klineStart('1d', Math.min(now(), end - 1), offsetMs);
      if (closed?.start !== start || today - closed.until > dayMs || closed.until < today) read(start, today);
      if (closed?.start !== start || closed.until < today) return null;
      const running = board.within(market, Math.max(start, closed.until), end);
      const traded = closed.candle && running ? joined(closed.candle, running) : (closed.candle ?? running);
      const candle = traded ? { ...traded, time: start } : flatKline(start, board.priceBefore(market, start));
      return klineOf(candle, end, (board.lastTrade(market)?.tradeNumber ?? 0) - board.tradesFrom(market, end));
    },
  };
}

/** A kline without trades, at the price before it; null before a market's first trade. */
function flatKline(start: number, priceBefore: number | null): Candle | null {
  return priceBefore === null ? null : flatCandle(start, priceBefore);
}

function klineOf(candle: Candle | null, end: number, lastTrade: number): Kline | null {
  if (candle === null) return null;
  if (candle.trades === 0) return { candle, end, firstTrade: -1, lastTrade: -1 };
  return { candle, end, firstTrade: lastTrade - candle.trades + 1, lastTrade };
}
