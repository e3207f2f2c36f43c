import type { CancelAll, CancelOrder, OrderId } from '../command.ts';
import type { Market } from '../markets/market.ts';
import { cancelOrder } from '../orders/end-order.ts';
import { startCancelAll } from '../orders/cancel-all.ts';
import { runPendingWork } from '../time/run-due.ts';
import { isWellFormedCancel, isCount, isCustomer } from '../rules/form.ts';
import { isFindingPrice } from '../markets/opening.ts';
import type { Rejection } from '../rejection.ts';
import type { State } from '../state/state.ts';
import { findOrder, marketOf, notOpen } from './find-order.ts';

/** Cancels an open order and releases its hold, at the latest once its market has opened. */
export function cancel(state: State, command: CancelOrder): void {
  const order = findOrder(state, command);
  const rejection = cancelRejection(state, command, order);
  if (rejection !== null) return state.listener.rejected(command, rejection);
  const market = marketOf(state, order);
  if (isFindingPrice(market)) cancelAfterOpening(state, market, state.orders.idOf(order));
  else cancelOrder(state, market, order, 'byOwner');
}

/** Keeps the cancellation behind the market's opening, which is pending work already. */
function cancelAfterOpening({ pendingWork }: State, market: Market, orderId: OrderId): void {
  const kept = pendingWork.find((work) => work.kind === 'keptCancels' && work.market === market.id);
  if (kept?.kind !== 'keptCancels') pendingWork.push({ kind: 'keptCancels', market: market.id, orders: [orderId] });
  else if (!kept.orders.includes(orderId)) kept.orders.push(orderId);
}

/** The reason that {@link cancel} would report instead of cancelling the order now, or null. */
export function checkCancel(state: State, command: CancelOrder): Rejection | null {
  return cancelRejection(state, command, findOrder(state, command));
}

/** The reason not to cancel what `findOrder` returned, or null. */
function cancelRejection(state: State, command: CancelOrder, order: number): Rejection | null {
  if (order < 0) return notOpen(state, order);
  if (!isWellFormedCancel(command)) return 'malformed';
  if (command.always === true) return null;
  const market = marketOf(state, order);
  return market.rules.state === 'halted' || isFindingPrice(market) ? 'marketNotOpen' : null;
}

/** Cancels an owner's orders in a market or in all; in halted ones only if `always`. The next commands finish what exceeds one command's work. */
export function cancelAll(state: State, command: CancelAll): void {
  const { listener } = state;
  const market = command.market === 'all' ? null : state.market(command.market);
  if (command.market !== 'all' && market === null) return listener.rejected(command, 'unknownMarket');
  if (!isCount(command.time) || !isCustomer(command.owner)) return listener.rejected(command, 'malformed');
  const markets = (market === null ? state.markets : [market]).filter(
    ({ rules }) => command.always === true || rules.state !== 'halted',
  );
  if (market !== null && markets.length === 0) return listener.rejected(command, 'marketNotOpen');
  startCancelAll(state, command.owner, markets, 'byOwner');
  runPendingWork(state);
}
