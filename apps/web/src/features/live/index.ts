export { useHoldings } from './balances.ts';
export { useBook } from './book.ts';
export { candleFeed, type CandleFeed } from './candles.ts';
export { recordOrder } from './orders.ts';
export { createLiveQuery, prefetch, useLiveQuery } from './live-query.ts';
export type { LiveTicker } from './ticker-merge.ts';
export { useTicker, useTickers } from './tickers.ts';
export { useTrades } from './trades.ts';
