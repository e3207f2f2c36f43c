/** The types that other rooms may import; `app.ts` passes the rest. */
export type { MarketFeed } from './feeds/market-feed.ts';
export type { FeeRules, MarketTerms } from './terms/market-terms.ts';
export type { RateBook } from './rates/rates.ts';
export type { MarketBoard } from './tickers/market-board.ts';
export type { CandleReader } from './candles/candle-reader.ts';
export type { SpanReader } from './candles/span-reader.ts';
export type { AggregateReader, TradeAggregate } from './trades/aggregate-reader.ts';
export type { SecondReader } from './trades/second-reader.ts';
export type { TradeReader } from './trades/trade-reader.ts';
