/** The types that other rooms may import; `app.ts` passes the rest. */
export type { MarketFeed } from './feeds/market-feed.ts';
export type { MarketBoard } from './tickers/market-board.ts';
