import type { calls } from '@fft/contract';
import { cursorAfter, readCursor } from '../transport/http/cursor.ts';
import { refuse } from './refusals.ts';
import type { Handler } from '../transport/http/route.ts';
import { orderWire } from './order-wire.ts';
import type { OrdersContext } from './orders-context.ts';

/** The caller's open orders, read from the engine: everything answered before is included. */
export function currentOrders({ directory, host }: OrdersContext): Handler<typeof calls.trade.openOrders> {
  return ({ symbol, limit, cursor }, { customer }) => {
    const view = symbol === undefined ? undefined : directory.market(symbol);
    if (view === null) throw refuse('unknownMarket');
    const before = readCursor(cursor);
    const open = host.engine.openOrders(customer.id, view?.id).filter(({ orderId }) => orderId < before);
    const page = open.slice(0, limit).map(({ orderId }) => {
      const record = host.openRecord(orderId);
      if (!record) throw new Error(`open order ${orderId} has no record`);
      return orderWire(directory, record);
    });
    const last = page.at(-1);
    return { items: page, next: last && open.length > limit ? cursorAfter(Number(last.id)) : null };
  };
}
