import { assert } from '@fft/decimal';
import type { AmendOrder, CancelOrder } from '../command.ts';
import type { Market } from '../markets/market.ts';
import type { Rejection } from '../rejection.ts';
import { RequestKind } from '../requests/order-flags.ts';
import { asCompleted } from '../requests/idempotency-index.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

/** The owner's order that the command names: not negative if open, else a result of `requests.find` for {@link notOpen}. */
export function findOrder({ requests, orders, marketAccounts }: State, command: CancelOrder | AmendOrder): number {
  const { owner, orderId, clientOrderId } = command;
  const { commandKey, completed } = requests;
  if (orderId === 0) return commandKey.read(owner, RequestKind.order, clientOrderId) ? requests.find(commandKey) : none;
  const known = Number.isSafeInteger(orderId) ? requests.findOrder(orderId) : none;
  if (known === none) return none;
  const ownerOfKnown =
    known >= 0 ? marketAccounts.ownerOf(orders.marketAccountOf(known)) : completed.ownerOf(asCompleted(known));
  return ownerOfKnown === owner ? known : none;
}

/** The reason an order isn't open. An order that was rejected, or belongs to another owner, is unknown. */
export function notOpen({ requests }: State, known: number): Rejection {
  return known !== none && requests.completed.orderIdOf(asCompleted(known)) !== 0 ? 'orderNotOpen' : 'unknownOrder';
}

/** The market of an open order. */
export function marketOf({ markets, orders, marketAccounts }: State, order: number): Market {
  const market = markets[marketAccounts.marketOf(orders.marketAccountOf(order))];
  assert(market !== undefined, 'an open order has a market');
  return market;
}
