import type { Lang } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Tables } from './room.ts';
import type { FeesOf } from '../funds/fees/index.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import type { MarketBoard, MarketFeed } from '../markets/index.ts';
import type { Valuation } from '../assets/prices/valuation.ts';
import type { Projector } from '../ledger/projection/projector.ts';
import type { EngineHost } from '../ledger/replica/engine-host.ts';
import type { Trading } from './trading.ts';

/** Dependencies of the trade calls. */
export interface OrdersContext {
  /** The pool for single orders that the engine no longer holds. */
  readonly db: Kysely<Tables>;
  /** The pool for lists and sums. */
  readonly reading: Kysely<Tables>;
  readonly host: EngineHost;
  readonly projector: Pick<Projector, 'reachedFor'>;
  readonly directory: Directory;
  readonly board: MarketBoard;
  readonly valuation: Valuation;
  readonly feed: MarketFeed;
  readonly trading: Trading;
  /** A customer's fee tier, and the tiers above it. */
  readonly feesOf: (customer: number, lang: Lang) => Promise<FeesOf>;
  readonly now: () => number;
}
