import { type calls, Code } from '@fft/contract';
import { FieldRefusal, Refusal } from '../refusals/refusal.ts';
import type { Handler } from '../transport/http/route.ts';
import { InFlight } from '../transport/http/in-flight.ts';
import type { Outcome } from '../ledger/replica/batch-events.ts';
import { orderWire } from './order-wire.ts';
import { refusalInMarket, refusalOf, refuseUnavailable } from '../ledger/refusals.ts';
import type { OrdersContext } from './orders-context.ts';
import { findOrder, orderNumber } from './find-order.ts';
import type { OrderLimit } from './order-limit.ts';
import { lotsOf, ticksOf } from './parse-order.ts';

/**
 * Changes an open order's price and quantity, and returns its state right after. An order that has them already stays unchanged and keeps its priority, so that an
 * amendment whose answer was lost can be repeated.
 */
export function amendOrder(area: OrdersContext, limit: OrderLimit): Handler<typeof calls.trade.amend> {
  const { host, gateway, directory } = area;
  const underWay = new InFlight<Outcome>();
  return async ({ id, clientOrderId = '', price, quantity }, { customer }) => {
    if (id === undefined && clientOrderId === '') throw new FieldRefusal({ id: 'blank' });
    limit.count(customer.id);
    await area.gates.require('trade', customer.id);
    const owner = customer.id;
    const named = id === undefined ? (host.engine.orderIdOf(owner, clientOrderId) ?? 0) : orderNumber(id);
    const record = host.openRecord(named);
    if (record?.command.owner !== owner) {
      const ended = await findOrder(area, named > 0 ? { owner, orderId: named } : { owner, clientOrderId });
      throw ended ? new Refusal(Code.orderNotOpen, 'orderNotOpen') : new Refusal(Code.notFound, 'unknownOrder');
    }
    const view = directory.marketById(record.command.market);
    const terms = { priceTicks: ticksOf(price, view), quantityLots: lotsOf(quantity, view) };
    const { priceTicks, quantityLots } = record.command;
    if (priceTicks === terms.priceTicks && quantityLots === terms.quantityLots) return orderWire(directory, record);
    const amendment = { type: 'amend', owner, orderId: named, clientOrderId: '', ...terms } as const;
    const key = JSON.stringify([owner, named, terms]);
    const outcome = await underWay.join(key, () => gateway.submit(amendment)).catch(refuseUnavailable);
    if (outcome.kind === 'rejected') throw refusalInMarket(outcome.reason, view);
    if (outcome.kind === 'done' && outcome.order) return orderWire(directory, outcome.order);
    throw refusalOf('orderNotOpen');
  };
}
