import { assert } from '@fft/decimal';
import type { CancelOrder } from '../command.ts';
import { endOrder, releaseHold } from '../orders/end-order.ts';
import { RequestKind } from '../requests/body.ts';
import { hashClientId, noHash } from '../requests/client-id.ts';
import { isCancelForm } from '../rules/form.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

/** Cancels an open order and gives back what it holds. */
export function cancel(state: State, command: CancelOrder): void {
  const { requests, orders, levels, listener } = state;
  const request = findRequest(state, command);
  // An order that was refused never was one.
  if (request === none || requests.orderIdOf(request) === 0) return listener.rejected(command, 'unknownOrder');
  const order = requests.openOrderOf(request);
  if (order === none) return listener.rejected(command, 'orderNotOpen');
  if (!isCancelForm(command)) return listener.rejected(command, 'malformed');
  const market = state.market(requests.subjectOf(request));
  assert(market !== null, 'an open order has a market');
  if (market.rules.state === 'halted') return listener.rejected(command, 'marketNotOpen');

  const orderId = requests.orderIdOf(request);
  const level = orders.levelOf(order);
  const isBuy = orders.isBuy(order);
  const priceTicks = levels.priceOf(level);
  releaseHold(state, market, order);
  endOrder(state, market, order);
  listener.orderCancelled(orderId, command.owner, market.id, 'byOwner');
  const quantity = levels.quantityOf(level);
  market.book.dropIfEmpty(level, isBuy);
  listener.levelChanged(market.id, isBuy ? 'buy' : 'sell', priceTicks, quantity);
}

/** The owner's own request that the command names, or `none`. */
function findRequest({ requests }: State, command: CancelOrder): number {
  if (command.orderId === 0) {
    const hash = hashClientId(command.owner, RequestKind.order, command.clientOrderId);
    return hash === noHash ? none : requests.find(hash, RequestKind.order, command.owner, command.clientOrderId);
  }
  const request = Number.isSafeInteger(command.orderId) ? requests.findOrder(command.orderId) : none;
  return request !== none && requests.ownerOf(request) === command.owner ? request : none;
}
