import type { Ledger } from '../../../ledger/open-ledger.ts';
import type { OrdersService } from '../../../orders/index.ts';
import type { Symbols } from '../../symbols.ts';
import type { UserEvents } from '../../user-events/user-events.ts';

/** What the calls of orders work with. */
export interface TradingParts extends Pick<Ledger, 'host' | 'directory'> {
  readonly symbols: Symbols;
  readonly service: OrdersService;
  readonly events: Pick<UserEvents, 'watchAmendment'>;
  readonly now: () => number;
}
