/** What other modules may know of this one: types alone. `app.ts` hands over the rest. */
export type { MarketFeed } from './feeds/market-feed.ts';
export type { MarketBoard } from './tickers/market-board.ts';
