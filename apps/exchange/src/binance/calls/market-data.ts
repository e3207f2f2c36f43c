import type { Ledger } from '../../ledger/open-ledger.ts';
import type {
  AggregateReader,
  CandleReader,
  MarketBoard,
  SecondReader,
  SpanReader,
  TradeReader,
} from '../../markets/index.ts';
import type { Symbols } from '../symbols.ts';
import type { BinanceCall } from './call.ts';
import { depth } from './depth.ts';
import { createKlineReader } from './kline-reader.ts';
import { klineCalls } from './klines.ts';
import { createLongWindow } from './long-window.ts';
import { priceCalls } from './prices.ts';
import { tickerCalls } from './tickers.ts';
import { tradeCalls } from './trades.ts';

/** What the markets module reads for calls about markets. */
export interface MarketReaders {
  readonly board: MarketBoard;
  readonly candles: CandleReader;
  readonly spans: SpanReader;
  readonly seconds: SecondReader;
  readonly aggregates: AggregateReader;
  readonly trades: TradeReader;
}

export interface MarketDataParts extends MarketReaders {
  readonly symbols: Symbols;
  readonly host: Ledger['host'];
  readonly now: () => number;
}

/** The calls about markets: books, trades, klines and prices. */
export function marketDataCalls(parts: MarketDataParts): readonly BinanceCall[] {
  const { symbols, host, board, spans, now } = parts;
  const { engine } = host;
  const sources = { symbols, engine, board, sequence: () => host.sequence, now };
  return [
    depth({ symbols, host }),
    ...tradeCalls(parts),
    ...klineCalls({ symbols, klines: createKlineReader(parts) }),
    ...tickerCalls({ ...sources, longWindow: createLongWindow({ spans, board }) }),
    ...priceCalls(sources),
  ];
}
