import type { calls, Order } from '@fft/contract';
import type { Handler, FastHandler } from '../transport/http/execute-call.ts';
import { FieldRefusal } from '../refusals/refusal.ts';
import { refuse } from './refusals.ts';
import type { Outcome } from '../ledger/replica/batch-events.ts';
import { orderWire } from './order-wire.ts';
import { refusalOf, refuseUnavailable } from '../ledger/refusals.ts';
import type { OrdersContext } from './orders-context.ts';
import { marketRefusal } from './market-refusal.ts';
import { findOrder, orderNumber } from './find-order.ts';
import type { Cancel } from './redundant-cancel-limiter.ts';
import type { Trading } from './trading.ts';

const orderIdForm = /^[1-9]\d{0,14}$/;
const clientIdForm = /^[A-Za-z0-9_.:/-]{1,64}$/;

/** Cancels an open order; an order of another customer is answered like an unknown one. */
export function cancelOrder(area: OrdersContext, trading: Trading): Handler<typeof calls.trade.cancel> {
  return async ({ id, clientOrderId = '' }, { customer, submitted }) => {
    if (id === undefined && clientOrderId === '') throw new FieldRefusal({ id: 'blank' });
    const orderId = id === undefined ? 0 : orderNumber(id);
    const command = commandOf(customer.id, orderId, clientOrderId);
    return orderOf(area, command, await trading.cancel(command, submitted));
  };
}

/** Like {@link cancelOrder}, if the ids have the plain form. */
export function cancelOrderFast(area: OrdersContext, trading: Trading): FastHandler<typeof calls.trade.cancel> {
  return ({ id, clientOrderId }, customer, end) => {
    const byId = typeof id === 'string' && orderIdForm.test(id) && clientOrderId === undefined;
    const byClientId = id === undefined && typeof clientOrderId === 'string' && clientIdForm.test(clientOrderId);
    if (!byId && !byClientId) return false;
    const command = commandOf(customer.id, byId ? Number(id) : 0, byClientId ? clientOrderId : '');
    try {
      trading.enterCancel(
        command,
        (outcome) => end(() => orderOf(area, command, outcome)),
        (error) => end(() => refuseUnavailable(error)),
      );
    } catch (refusal) {
      end(() => {
        throw refusal;
      });
    }
    return true;
  };
}

function commandOf(owner: number, orderId: number, clientOrderId: string): Cancel {
  return { type: 'cancel', owner, orderId, clientOrderId: orderId === 0 ? clientOrderId : '' };
}

/** @throws Refusal if the engine rejected it */
function orderOf(area: OrdersContext, command: Cancel, outcome: Outcome): Order | Promise<Order> {
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
