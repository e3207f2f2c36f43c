import type { Lang } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { FeesOf } from '../funds/fees/index.ts';
import type { Gates } from '../transport/http/gates.ts';
import type { Api } from '../transport/http/route.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import type { MarketBoard, MarketFeed } from '../markets/index.ts';
import type { Valuation } from '../markets/prices/valuation.ts';
import type { Projector } from '../ledger/projection/projector.ts';
import type { EngineHost } from '../ledger/replica/engine-host.ts';
import type { Gateway } from '../ledger/gateway.ts';

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
