import type { MatchingEngine } from '@fft/engine';
import type { MarketView } from '../../ledger/listings/market-view.ts';
import type { MarketBoard } from '../../markets/index.ts';
import type { Topic } from './topic.ts';

/** What the streams of a market read. */
export interface StreamSources {
  readonly engine: Pick<MatchingEngine, 'depth' | 'time'>;
  readonly board: Pick<MarketBoard, 'day' | 'lastFiveMinutes' | 'lastTrade' | 'priceBefore' | 'tradesFrom' | 'within'>;
  /** Number of the last journal entry applied. */
  readonly sequence: () => number;
  readonly now: () => number;
}

/** What one stream of one market works with. */
export interface StreamParts extends StreamSources {
  readonly topic: Topic;
  /** The market's present view. */
  readonly view: () => MarketView;
  readonly market: number;
  /** Binance's name, like `BTCUSDT`. */
  readonly symbol: string;
}
