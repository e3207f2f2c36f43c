import type { AmendOrder, CancelOrder } from '../command.ts';
import type { Rejection } from '../rejection.ts';
import { RequestKind } from '../requests/order-flags.ts';
import { asCompleted } from '../requests/idempotency-index.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

/** The owner's own order that the command names by either id: from 0 where it is open, else as `requests.find` tells it, for {@link notOpen}. */
export function findOrder({ requests, orders, marketAccounts }: State, command: CancelOrder | AmendOrder): number {
  const { owner, orderId, clientOrderId } = command;
  const { asked, ended } = requests;
  if (orderId === 0) return asked.read(owner, RequestKind.order, clientOrderId) ? requests.find(asked) : none;
  const known = Number.isSafeInteger(orderId) ? requests.findOrder(orderId) : none;
  if (known === none) return none;
  const ownerOfKnown = known >= 0 ? marketAccounts.ownerOf(orders.seatOf(known)) : ended.ownerOf(asCompleted(known));
  return ownerOfKnown === owner ? known : none;
}

/** Why it isn't open: it has ended, or it isn't known, or another's; also where it was refused and never was an order. */
export function notOpen({ requests }: State, known: number): Rejection {
  return known !== none && requests.ended.orderIdOf(asCompleted(known)) !== 0 ? 'orderNotOpen' : 'unknownOrder';
}
