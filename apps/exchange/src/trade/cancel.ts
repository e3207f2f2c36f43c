import { Code, type calls } from '@fft/contract';
import { FieldRefusal, Refusal } from '../http/refusal.ts';
import type { Handler } from '../http/route.ts';
import { orderWire } from '../trading/order-wire.ts';
import { refusalOf, refuseUnavailable } from '../trading/refuse.ts';
import type { TradeArea } from './area.ts';
import { findOrder, orderNumber } from './find-order.ts';

/** Cancels an open order; another customer's is answered like one that doesn't exist. */
export function cancelOrder(area: TradeArea): Handler<typeof calls.trade.cancel> {
  return async ({ id, clientOrderId = '' }, { customer, submitted }) => {
    if (id === undefined && clientOrderId === '') throw new FieldRefusal({ id: 'blank' });
    const owner = customer.id;
    const orderId = id === undefined ? 0 : orderNumber(id);
    const command = { type: 'cancel', owner, orderId, clientOrderId: orderId === 0 ? clientOrderId : '' } as const;
    const cancelling = area.gateway.submit(command);
    submitted?.();
    const outcome = await cancelling.catch(refuseUnavailable);
    if (outcome.kind === 'done' && outcome.order) return orderWire(area.directory, outcome.order);
    if (outcome.kind !== 'rejected') throw new Error('a cancellation that names no order');
    if (outcome.reason === 'unknownOrder') {
      // The engine forgets orders that have ended; the tables don't.
      const ended = await findOrder(area, orderId === 0 ? { owner, clientOrderId } : { owner, orderId });
      if (ended) throw new Refusal(Code.orderNotOpen, 'orderNotOpen');
    }
    throw refusalOf(outcome.reason);
  };
}
