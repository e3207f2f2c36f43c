import type { Lang } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { FeesOf } from '../fees/index.ts';
import type { Gates } from '../http/gates.ts';
import type { Api } from '../http/route.ts';
import type { Directory } from '../listing/directory.ts';
import type { MarketBoard } from '../market-data/market-board.ts';
import type { Valuation } from '../market-data/valuation.ts';
import type { Projector } from '../projector/projector.ts';
import type { MarketFeed } from '../streams/market-feed.ts';
import type { EngineHost } from '../trading/engine-host.ts';
import type { Gateway } from '../trading/gateway.ts';

/** What the trade calls work with. */
export interface TradeArea {
  readonly api: Api;
  /** For single orders that the engine no longer holds. */
  readonly db: Kysely<Tables>;
  /** For lists and sums. */
  readonly reading: Kysely<Tables>;
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly projector: Pick<Projector, 'reachedFor'>;
  readonly directory: Directory;
  readonly board: MarketBoard;
  readonly valuation: Valuation;
  readonly feed: MarketFeed;
  readonly gates: Gates;
  /** What a customer is told of fee tiers. */
  readonly feesOf: (customer: number, lang: Lang) => Promise<FeesOf>;
  readonly ordersPer10s: number;
  /** Customers who have an order limit of their own. */
  readonly orderLimits: ReadonlyMap<number, number>;
  readonly now: () => number;
}
