import { calls } from '@fft/contract';
import { FieldRefusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import { route, type Api } from '../../transport/http/route.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { MarketView } from '../../ledger/listings/market-view.ts';
import type { CandleReader } from './candle-reader.ts';
import type { MarketBoard } from '../tickers/market-board.ts';
import { levelWire, tradeWire } from '../tickers/wire.ts';
import type { MarketFeed } from '../feeds/market-feed.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { createSeries } from './series.ts';

export interface CandleOptions {
  readonly api: Api;
  readonly directory: Directory;
  readonly host: EngineHost;
  readonly board: MarketBoard;
  readonly feed: MarketFeed;
  readonly candles: CandleReader;
  readonly now: () => number;
}

/** Levels per side beside a chart. */
const levels = 20;

/** Binds the calls for charts: a series of candles, and what a chart shows first. */
export function serveCandles(area: CandleOptions): void {
  const { api, directory, host, board, feed, now } = area;
  const series = createSeries(area);
  const find = (symbol: string): MarketView => {
    const view = directory.market(symbol);
    if (!view) throw refuse('unknownMarket');
    return view;
  };

  route(api, calls.candles.list, async ({ symbol, interval, from = 0, to = now(), limit }) => {
    const view = find(symbol);
    if (from > to) throw new FieldRefusal({ from: 'number' });
    return [...(await series(view, { interval, from, to, limit }))];
  });

  route(api, calls.candles.chartData, ({ symbol }) => {
    const view = find(symbol);
    const seq = feed.bookSequence(view);
    const { bids, asks } = host.engine.depth(view.id, levels);
    return {
      ticker: feed.ticker(view),
      depth: {
        symbol: view.rules.symbol,
        seq,
        bids: bids.map((level) => levelWire(view, level)),
        asks: asks.map((level) => levelWire(view, level)),
        time: now(),
      },
      trades: board.trades(view.id).map((fill) => tradeWire(view, fill)),
    };
  });
}
