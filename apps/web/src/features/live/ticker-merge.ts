import type { Ticker } from '@fft/contract';
import { compare } from '../../lib/exact.ts';

/** A ticker and the last move of its price. `flash` counts the moves to show: each new number flashes the cell. */
export interface LiveTicker {
  readonly ticker: Ticker;
  readonly move: 'up' | 'down' | null;
  readonly flash: number;
  readonly flashedAt: number;
}

export type TickerMap = ReadonlyMap<string, LiveTicker>;

/** A cell flashes at most once in this time. */
const flashPauseMs = 1000;

/** Merges newer tickers; returns the same map, and the same entries, where nothing is newer. */
export function mergeTickers(known: TickerMap, incoming: readonly Ticker[], now: number): TickerMap {
  let merged: Map<string, LiveTicker> | null = null;
  for (const ticker of incoming) {
    const before = (merged ?? known).get(ticker.symbol);
    if (before !== undefined && !isNewer(before.ticker, ticker)) continue;
    merged ??= new Map(known);
    merged.set(ticker.symbol, next(before, ticker, now));
  }
  return merged ?? known;
}

function isNewer(known: Ticker, ticker: Ticker): boolean {
  if (ticker.time !== known.time) return ticker.time > known.time;
  return ticker.last !== known.last || ticker.state !== known.state;
}

function next(before: LiveTicker | undefined, ticker: Ticker, now: number): LiveTicker {
  if (before === undefined) return { ticker, move: null, flash: 0, flashedAt: Number.NEGATIVE_INFINITY };
  const { last } = before.ticker;
  const moved = last === null || ticker.last === null ? 0 : compare(ticker.last, last);
  if (moved === 0) return { ...before, ticker };
  const move = moved > 0 ? 'up' : 'down';
  const lights = now - before.flashedAt >= flashPauseMs;
  return { ticker, move, flash: before.flash + (lights ? 1 : 0), flashedAt: lights ? now : before.flashedAt };
}
