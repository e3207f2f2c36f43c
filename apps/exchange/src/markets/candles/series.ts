import { candleStart, type Candle, type Interval } from '@fft/contract';
import type { MarketView } from '../../ledger/listings/market-view.ts';
import type { CandleReader } from './candle-reader.ts';
import type { MarketBoard } from '../tickers/market-board.ts';
import { candleWire } from '../tickers/wire.ts';

export interface SeriesQuery {
  readonly interval: Interval;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** Returns candles in wire form; equal queries share the same rows. */
export type Series = (view: MarketView, query: SeriesQuery) => Promise<readonly Candle[]>;

export interface SeriesOptions {
  readonly candles: Pick<CandleReader, 'page'>;
  readonly board: Pick<MarketBoard, 'candles'>;
  readonly now: () => number;
  /** Maximum number of cached candles, of all answers together. */
  readonly maxCandles?: number;
}

interface CachedSeries {
  readonly rows: Promise<readonly Candle[]>;
  readonly size: number;
}

/**
 * Reads a series once for all callers, and caches it until a trade or a new interval changes it. Concurrent queries read the tables once.
 */
export function createSeries({ candles, board, now, maxCandles = 100_000 }: SeriesOptions): Series {
  const cache = new Map<string, CachedSeries>();
  let size = 0;

  function drop(key: string): void {
    size -= cache.get(key)?.size ?? 0;
    cache.delete(key);
  }

  return (view, query) => {
    const { interval, limit } = query;
    const time = now();
    const running = board.candles.latest(view.id, interval)?.running;
    const newest = candleStart(interval, time);
    // All times in the future have the same answer.
    const to = candleStart(interval, Math.min(query.to, time));
    const moved = `${running?.time}.${running?.trades}`;
    const key = [view.id, interval, query.from, to, limit, newest, moved].join(' ');
    const cached = cache.get(key);
    if (cached) return cached.rows;
    const page = candles.page({ market: view.id, ...query });
    const rows = page.then((all) => all.map((candle) => candleWire(view, candle)));
    cache.set(key, { rows, size: limit });
    size += limit;
    rows.catch(() => drop(key));
    for (const oldest of cache.keys()) {
      if (size <= maxCandles || oldest === key) break;
      drop(oldest);
    }
    return rows;
  };
}
