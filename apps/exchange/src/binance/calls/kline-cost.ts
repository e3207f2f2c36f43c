import { intervals, type Interval } from '@fft/contract';
import { candlesIn, piecesOf } from '../../ledger/projection/span-pieces.ts';
import { klineEnd, klineStart, type KlineInterval } from '../streams/kline-interval.ts';

/** Stored candles that one call may read. */
const maxRows = 20_000;
/** Stored candles that are read as they are, and parts of joined ones, for which a weight of one is charged. */
const [klinesPerWeight, partsPerWeight] = [125, 250];
/** To find where a piece begins costs as much as this many rows of it. */
const rowsPerPiece = 2;
/** Trades that a second counts for: those of a call are bounded together. */
const rowsOfSecond = 10;
/** Klines that are looked at to find the most that one is made of: those of a day, and the months of a year. */
const samples = 12;
const sampleTime = Date.UTC(2026, 0, 1);

/** The stored candles that the klines are, one each; null if they are joined from several. */
export function storedAs(interval: KlineInterval, offsetMs: number): Interval | null {
  const length = interval === '1M' || interval === '1w' ? Infinity : klineEnd(interval, 0);
  if (offsetMs % length !== 0) return null;
  return intervals.find((stored) => stored === interval) ?? null;
}

/** What one kline is made of, at most. */
interface Parts {
  readonly rows: number;
  readonly pieces: number;
}

const known = new Map<string, Parts>();

/** A second is read from its trades, which are bounded by themselves. */
function partsOf(interval: KlineInterval, offsetMs: number): Parts {
  if (interval === '1s') return { rows: rowsOfSecond, pieces: 0 };
  const key = `${interval} ${offsetMs}`;
  const found = known.get(key) ?? mostParts(interval, offsetMs);
  known.set(key, found);
  return found;
}

function mostParts(interval: KlineInterval, offsetMs: number): Parts {
  const most = { rows: 0, pieces: 0 };
  let from = klineStart(interval, sampleTime, offsetMs);
  for (let sample = 0; sample < samples; sample += 1) {
    const span = { from, to: klineEnd(interval, from, offsetMs) };
    most.rows = Math.max(most.rows, candlesIn(span));
    most.pieces = Math.max(most.pieces, piecesOf(span).length);
    from = span.to;
  }
  return most;
}

/** Klines that one call may read. */
export function maxKlines(interval: KlineInterval, offsetMs: number): number {
  return storedAs(interval, offsetMs) === null ? Math.floor(maxRows / partsOf(interval, offsetMs).rows) : maxRows;
}

/** What a call costs by what it may read. */
export function klineWeight(interval: KlineInterval, offsetMs: number, limit: number): number {
  if (storedAs(interval, offsetMs) !== null) return Math.max(2, Math.ceil(limit / klinesPerWeight));
  const { rows, pieces } = partsOf(interval, offsetMs);
  const klines = Math.min(limit, maxKlines(interval, offsetMs));
  return Math.max(2, Math.ceil((klines * (rows + rowsPerPiece * pieces)) / partsPerWeight));
}
