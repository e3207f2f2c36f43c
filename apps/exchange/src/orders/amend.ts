import type { calls } from '@fft/contract';
import { FieldRefusal } from '../refusals/refusal.ts';
import { refuse } from './refusals.ts';
import type { Handler } from '../transport/http/route.ts';
import { amendRefusal } from './bracket-refusal.ts';
import { orderWire } from './order-wire.ts';
import { refusalOf } from '../ledger/refusals.ts';
import type { OrdersContext } from './orders-context.ts';
import { findOrder, orderNumber } from './find-order.ts';
import { refuseUnordered } from './parse-order.ts';
import { lotsOf, ticksOf } from './parse-steps.ts';
import type { Trading } from './trading.ts';

/**
 * Changes an open order's price and quantity, and returns its state right after. An order that has them already stays unchanged and keeps its priority, so that an
 * amendment whose answer was lost can be repeated.
 */
export function amendOrder(area: OrdersContext, trading: Trading): Handler<typeof calls.trade.amend> {
  const { host, directory } = area;
  return async ({ id, clientOrderId = '', price, quantity }, { customer }) => {
    if (id === undefined && clientOrderId === '') throw new FieldRefusal({ id: 'blank' });
    const trader = await trading.admit(customer);
    const owner = customer.id;
    const named = id === undefined ? (host.engine.orderIdOf(owner, clientOrderId) ?? 0) : orderNumber(id);
    const record = host.openRecord(named);
    if (record?.command.owner !== owner) {
      const ended = await findOrder(area, named > 0 ? { owner, orderId: named } : { owner, clientOrderId });
      throw ended ? refuse('orderNotOpen') : refuse('unknownOrder');
    }
    const view = directory.marketById(record.command.market);
    const terms = { priceTicks: ticksOf(price, view), quantityLots: lotsOf(quantity, view) };
    const { priceTicks, quantityLots, side } = record.command;
    if (priceTicks === terms.priceTicks && quantityLots === terms.quantityLots) return orderWire(directory, record);
    refuseUnordered(side, terms.priceTicks, record.command);
    const outcome = await trading.amend(trader, {
      type: 'amend',
      owner,
      orderId: named,
      clientOrderId: '',
      ...terms,
    });
    if (outcome.kind === 'rejected') {
      throw amendRefusal(area, { ...record.command, ...terms }, { reason: outcome.reason, view });
    }
    if (outcome.kind === 'done' && outcome.order) return orderWire(directory, outcome.order);
    throw refusalOf('orderNotOpen');
  };
}
