import { calls, type Ticker } from '@fft/contract';
import { useSyncExternalStore } from 'react';
import { callApi } from '../../api/index.ts';
import { appStream } from '../../api/connection/index.ts';
import { ready, type Loadable } from './loadable.ts';
import { createSource, readFirst, useSource } from './source.ts';
import { mergeTickers, type LiveTicker, type TickerMap } from './ticker-merge.ts';

const none: TickerMap = new Map();

const tickers = createSource<TickerMap>({
  listen: (take) =>
    appStream().subscribe('ticker', (pushed) => take((now) => now && mergeTickers(now, pushed, Date.now()))),
  async load(signal) {
    const all = await callApi(calls.market.marketSymbols, {}, { quiet: true, signal });
    return (now) => mergeTickers(now ?? none, all, Date.now());
  },
});

/** Asks for all tickers ahead of the first page; settles when they are there, or can't be had. */
export const firstTickers = (): Promise<void> => readFirst(tickers);

/** Takes in tickers that came with something else; the others are asked for when a page wants any. */
export function knowTickers(some: readonly Ticker[]): void {
  tickers.store.begin(ready(mergeTickers(tickers.store.newest().value ?? none, some, Date.now()), Date.now()));
}

/** Every market's ticker, live. */
export const useTickers = (): Loadable<TickerMap> => useSource(tickers);

/** One market's ticker; null until it is known. Who asks is drawn again only when this one changes. */
export function useTicker(symbol: string): LiveTicker | null {
  return useSyncExternalStore(tickers.store.subscribe, () => tickers.store.get().value?.get(symbol) ?? null);
}

/** The last price as it stands, for when it is needed once. */
export function lastPrice(symbol: string): string | null {
  return tickers.store.get().value?.get(symbol)?.ticker.last ?? null;
}

/** What one of a coin is worth in USDT by the tickers of now; null where none says. */
export function coinValue(coin: string): string | null {
  return tickers.store.get().value?.get(`${coin}/USDT`)?.ticker.value ?? null;
}

/** Asks at once again, after a failure. */
export const refreshTickers = tickers.refresh;
