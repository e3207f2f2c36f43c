import { intervals, type Interval } from '@fft/contract';
import { candlesIn } from '../../ledger/projection/span-pieces.ts';
import { klineEnd, klineStart, type KlineInterval } from '../streams/kline-interval.ts';

/** Stored candles that one call may read. */
const maxRows = 20_000;
/** Rows for which a weight of one is charged. */
const rowsPerWeight = 250;
/** Trades that a second counts for: those of a call are bounded together. */
const rowsOfSecond = 10;
/** A month of 31 days, and every other kline's length several times over. */
const sampleTime = Date.UTC(2026, 0, 20);

/** The stored candles that the klines are, one each; null if they are joined from several. */
export function storedAs(interval: KlineInterval, offsetMs: number): Interval | null {
  const length = interval === '1M' || interval === '1w' ? Infinity : klineEnd(interval, 0);
  if (offsetMs % length !== 0) return null;
  return intervals.find((stored) => stored === interval) ?? null;
}

/** Rows that one kline is made of, at most. A second is read from its trades, which are bounded by themselves. */
function rowsOf(interval: KlineInterval, offsetMs: number): number {
  if (interval === '1s') return rowsOfSecond;
  if (storedAs(interval, offsetMs) !== null) return 1;
  const from = klineStart(interval, sampleTime, offsetMs);
  return candlesIn({ from, to: klineEnd(interval, from, offsetMs) });
}

/** Klines that one call may read. */
export function maxKlines(interval: KlineInterval, offsetMs: number): number {
  return Math.floor(maxRows / rowsOf(interval, offsetMs));
}

/** What a call costs by the rows that it may read. */
export function klineWeight(interval: KlineInterval, offsetMs: number, limit: number): number {
  const klines = Math.min(limit, maxKlines(interval, offsetMs));
  return Math.max(2, Math.ceil((klines * rowsOf(interval, offsetMs)) / rowsPerWeight));
}
