import type { OrderRecord } from '../../../ledger/replica/order-record.ts';
import type { Clock } from '../../clock.ts';
import { symbolOf } from '../../symbols.ts';
import type { ShownOrder } from './order-answer.ts';
import type { TradingParts } from './trading-parts.ts';

/** Prepares orders for answers: each with its market and the other order of its list. */
export async function showOrders(
  { directory, service }: TradingParts,
  orders: readonly OrderRecord[],
  at: Clock,
): Promise<readonly ShownOrder[]> {
  const partners = await service.orders.partnersOf(orders);
  return orders.map((order) => shownOrder(directory, order, { partner: partners.get(order.orderId) ?? null, at }));
}

export function shownOrder(
  directory: TradingParts['directory'],
  order: OrderRecord,
  { partner, at }: Pick<ShownOrder, 'partner' | 'at'>,
): ShownOrder {
  const view = directory.marketById(order.command.market);
  return { order, market: { view, symbol: symbolOf(view) }, partner, at };
}
