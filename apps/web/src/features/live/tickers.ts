import { calls, type Market, type MarketState, type Ticker } from '@fft/contract';
import { useSyncExternalStore } from 'react';
import { callApi } from '../../api/index.ts';
import { appStream } from '../../api/connection/index.ts';
import { ready, type Loadable } from './loadable.ts';
import { createLiveQuery, prefetch, useLiveQuery } from './live-query.ts';
import { mergeTickers, type LiveTicker, type TickerMap } from './ticker-merge.ts';

const none: TickerMap = new Map();

const tickers = createLiveQuery<TickerMap>({
  listen: (take) =>
    appStream().subscribe('ticker', (pushed) => take((now) => now && mergeTickers(now, pushed, Date.now()))),
  async load(signal) {
    const all = await callApi(calls.market.tickers, {}, { quiet: true, signal });
    return (now) => mergeTickers(now ?? none, all, Date.now());
  },
});

/** Reads all tickers ahead of the first page. Settles when they arrive or the read fails. */
export const firstTickers = (): Promise<void> => prefetch(tickers);

/** Merges tickers that arrived with another answer; the others are read when a page needs them. */
export function mergeKnownTickers(some: readonly Ticker[]): void {
  tickers.store.publish(ready(mergeTickers(tickers.store.latest().value ?? none, some, Date.now()), Date.now()));
}

/** Every market's ticker, live. */
export const useTickers = (): Loadable<TickerMap> => useLiveQuery(tickers);

/** One market's ticker; null until it is known. Renders again only when this one changes. */
export function useTicker(symbol: string): LiveTicker | null {
  return useSyncExternalStore(tickers.store.subscribe, () => tickers.store.get().value?.get(symbol) ?? null);
}

/** A market's current state, null until its ticker is known. Renders again only when the state changes, not with each price. */
export function useTickerState(symbol: string): MarketState | null {
  return useSyncExternalStore(
    tickers.store.subscribe,
    () => tickers.store.get().value?.get(symbol)?.ticker.state ?? null,
  );
}

/** A market's current state. It is pushed; the list of markets, read once in a while, is older. */
export function useMarketState({ symbol, state }: Pick<Market, 'symbol' | 'state'>): MarketState {
  return useTickerState(symbol) ?? state;
}

/** The current last price, without following it. */
export function lastPrice(symbol: string): string | null {
  return tickers.store.get().value?.get(symbol)?.ticker.last ?? null;
}

/** Reads again immediately, after a failure. */
export const refreshTickers = tickers.refresh;
