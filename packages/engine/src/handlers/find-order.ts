import type { AmendOrder, CancelOrder } from '../command.ts';
import type { Rejection } from '../rejection.ts';
import { RequestKind } from '../requests/order-flags.ts';
import { asEnded } from '../requests/requests.ts';
import type { State } from '../state/state.ts';
import { none as noSlot } from '../store/records.ts';

const none = noSlot;

/** The owner's own open order that the command names by either id, or `none`. */
export function findOpen({ requests, orders, seats }: State, command: CancelOrder | AmendOrder): number {
  const { owner, orderId, clientOrderId } = command;
  if (orderId === 0) {
    return requests.asked.read(owner, RequestKind.order, clientOrderId) ? requests.openOf(requests.asked) : none;
  }
  const order = Number.isSafeInteger(orderId) ? requests.openOrder(orderId) : none;
  return order !== none && seats.ownerOf(orders.seatOf(order)) === owner ? order : none;
}

/** Why there is none: the order has ended, or it isn't known, or another's; also where it was refused and never was an order. */
export function notOpen({ requests }: State, command: CancelOrder | AmendOrder): Rejection {
  const { owner, orderId, clientOrderId } = command;
  const { asked, ended } = requests;
  let known: number = none;
  if (orderId !== 0) known = Number.isSafeInteger(orderId) ? requests.findOrder(orderId) : none;
  else if (asked.read(owner, RequestKind.order, clientOrderId)) known = requests.find(asked);
  if (known >= none) return 'unknownOrder';
  const request = asEnded(known);
  return ended.ownerOf(request) === owner && ended.orderIdOf(request) !== 0 ? 'orderNotOpen' : 'unknownOrder';
}
