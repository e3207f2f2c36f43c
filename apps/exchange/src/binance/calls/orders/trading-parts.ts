import type { Ledger } from '../../../ledger/open-ledger.ts';
import type { OrdersService } from '../../../orders/index.ts';
import type { Symbols } from '../../symbols.ts';

/** What the calls of orders work with. */
export interface TradingParts extends Pick<Ledger, 'host' | 'directory'> {
  readonly symbols: Symbols;
  readonly service: OrdersService;
  readonly now: () => number;
}
