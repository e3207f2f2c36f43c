import type { Market } from '@fft/contract';
import { useMemo } from 'react';
import { coinBalance, type Holdings } from '../../../features/live/holdings.ts';
import { useHoldings } from '../../../features/live/balances.ts';
import { useBook, type Book } from '../../../features/live/book.ts';
import { useTicker } from '../../../features/live/tickers.ts';
import {
  marketScale,
  readLots,
  readTicks,
  readUnits,
  type MarketScale,
} from '../../../features/orders/market-scale.ts';
import type { FormWorld } from './order-form.ts';
import { maxLevelsWalked, type Level } from './walk-book.ts';

/** Data for the form: the market's steps, the available balances, and, if `walksBook`, the current book. */
export function useFormWorld(market: Market, walksBook: boolean): FormWorld {
  const scale = useMemo(() => marketScale(market), [market]);
  const holdings = useHoldings()?.value ?? null;
  const book = useBook(walksBook ? market.symbol : null).value;
  const last = useTicker(market.symbol)?.ticker.last ?? null;
  return useMemo(
    () => ({
      scale,
      lastTicks: last === null ? 0 : ticksOf(last, scale),
      usable: holdings === null ? null : usableOf(holdings, market, scale),
      bids: levelsOf(book?.bids, scale),
      asks: levelsOf(book?.asks, scale),
    }),
    [scale, holdings, book, market, last],
  );
}

function usableOf(holdings: Holdings, market: Market, scale: MarketScale): { baseUnits: number; quoteUnits: number } {
  return {
    baseUnits: unitsOf(coinBalance(holdings, market.base)?.usable, scale.baseDecimals),
    quoteUnits: unitsOf(coinBalance(holdings, market.quote)?.usable, scale.quoteDecimals),
  };
}

function unitsOf(text: string | undefined, places: number): number {
  const units = text === undefined ? 0 : readUnits(text, places);
  return typeof units === 'number' ? units : 0;
}

function ticksOf(price: string, scale: MarketScale): number {
  const ticks = readTicks(price, scale);
  return typeof ticks === 'number' ? ticks : 0;
}

function levelsOf(levels: Book['bids'] | undefined, scale: MarketScale): readonly Level[] {
  const read: Level[] = [];
  for (const [price, quantity] of levels?.slice(0, maxLevelsWalked) ?? []) {
    const [ticks, lots] = [readTicks(price, scale), readLots(quantity, scale)];
    if (typeof ticks === 'number' && typeof lots === 'number') read.push({ ticks, lots });
  }
  return read;
}
