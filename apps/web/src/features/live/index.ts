export { useHoldings } from './balances.ts';
export { useBook } from './book.ts';
export { candleFeed, type CandleFeed } from './candles.ts';
export { recordOrder, useOwnOrders } from './orders.ts';
export { openOrders } from './order-merge.ts';
export { createLiveQuery, prefetch, useLiveQuery } from './live-query.ts';
export type { LiveTicker } from './ticker-merge.ts';
export { mergeKnownTickers, useMarketState, useTicker, useTickers, useTickerState } from './tickers.ts';
export { type TradesPage, useTrades } from './trades.ts';
