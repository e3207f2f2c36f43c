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

export interface SeriesParts {
  readonly candles: Pick<CandleReader, 'page'>;
  readonly board: Pick<MarketBoard, 'candles'>;
  readonly now: () => number;
  /** Maximum number of cached candles, of all answers together. */
  readonly keptMax?: number;
}

interface Kept {
  readonly rows: Promise<readonly Candle[]>;
  readonly size: number;
}

/**
 * Reads a series once for all callers, and caches it until a trade or a new interval changes it. Concurrent queries read the tables once.
 */
export function createSeries({ candles, board, now, keptMax = 100_000 }: SeriesParts): Series {
  const kept = new Map<string, Kept>();
  let size = 0;

  function drop(key: string): void {
    size -= kept.get(key)?.size ?? 0;
    kept.delete(key);
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
    const known = kept.get(key);
    if (known) return known.rows;
    const page = candles.page({ market: view.id, ...query });
    const rows = page.then((all) => all.map((candle) => candleWire(view, candle)));
    kept.set(key, { rows, size: limit });
    size += limit;
    rows.catch(() => drop(key));
    for (const oldest of kept.keys()) {
      if (size <= keptMax || oldest === key) break;
      drop(oldest);
    }
    return rows;
  };
}
