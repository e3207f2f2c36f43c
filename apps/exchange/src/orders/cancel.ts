import { orderForms, type calls, type Order } from '@fft/contract';
import type { Soon } from '../platform/later.ts';
import type { Handler, PlainReader } from '../transport/http/execute-call.ts';
import { FieldRefusal } from '../refusals/refusal.ts';
import { refuse } from './refusals.ts';
import type { Outcome } from '../ledger/replica/batch-events.ts';
import { orderWire } from './order-wire.ts';
import { refusalOf } from '../ledger/refusals.ts';
import type { OrdersContext } from './orders-context.ts';
import { marketRefusal } from './market-refusal.ts';
import { findOrder, orderNumber } from './find-order.ts';
import type { Cancel } from './redundant-cancel-limiter.ts';
import type { Trading } from './trading.ts';

const orderIdForm = /^[1-9]\d{0,14}$/;

/** Cancels an open order; an order of another customer is answered like an unknown one. */
export function cancelOrder(area: OrdersContext, trading: Trading): Handler<typeof calls.trade.cancel> {
  return ({ id, clientOrderId = '' }, { customer, turn }) => {
    if (id === undefined && clientOrderId === '') throw new FieldRefusal({ id: 'blank' });
    const command = commandOf(customer.id, id === undefined ? 0 : orderNumber(id), clientOrderId);
    return trading.cancel(command, turn).map((outcome) => orderOf(area, command, outcome));
  };
}

/** The fields of a cancellation that has one id, in its plain form. */
export const plainCancellation: PlainReader<typeof calls.trade.cancel> = ({ id, clientOrderId }) => {
  if (clientOrderId === undefined) return typeof id === 'string' && orderIdForm.test(id) ? { id } : null;
  return id === undefined && typeof clientOrderId === 'string' && orderForms.clientOrderId.test(clientOrderId)
    ? { clientOrderId }
    : null;
};

function commandOf(owner: number, orderId: number, clientOrderId: string): Cancel {
  return { type: 'cancel', owner, orderId, clientOrderId: orderId === 0 ? clientOrderId : '' };
}

/** @throws Refusal if the engine rejected it */
function orderOf(area: OrdersContext, command: Cancel, outcome: Outcome): Soon<Order> {
  if (outcome.kind === 'done') {
    return outcome.order ? orderWire(area.directory, outcome.order) : keptOrder(area, command);
  }
  if (outcome.kind !== 'rejected') throw new Error('the cancellation names no order');
  if (outcome.reason === 'marketNotOpen') refuseHalted(area, command);
  if (outcome.reason !== 'unknownOrder') throw refusalOf(outcome.reason);
  return refuseUnknown(area, command);
}

/** The order of a cancellation that the engine keeps until the market has opened, as it is now. */
async function keptOrder(area: OrdersContext, { owner, orderId, clientOrderId }: Cancel): Promise<Order> {
  const { host, directory } = area;
  const named = orderId === 0 ? (host.engine.orderIdOf(owner, clientOrderId) ?? 0) : orderId;
  const order = host.openRecord(named) ?? (await findOrder(area, { owner, orderId: named }));
  if (order === null) throw refusalOf('unknownOrder');
  return orderWire(directory, order);
}

/** @throws Refusal 2005 while older processes run, with the end of the market's own halt */
function refuseHalted({ host, directory }: OrdersContext, { owner, orderId, clientOrderId }: Cancel): never {
  const named = orderId === 0 ? (host.engine.orderIdOf(owner, clientOrderId) ?? 0) : orderId;
  const market = host.openRecord(named)?.command.market;
  if (market === undefined) throw refusalOf('marketNotOpen');
  throw marketRefusal({ host }, { reason: 'marketNotOpen', view: directory.marketById(market) });
}

/** The engine forgets ended orders; the tables keep them. */
async function refuseUnknown(area: OrdersContext, { owner, orderId, clientOrderId }: Cancel): Promise<never> {
  const ended = await findOrder(area, orderId === 0 ? { owner, clientOrderId } : { owner, orderId });
  if (ended) throw refuse('orderNotOpen');
  throw refusalOf('unknownOrder');
}
