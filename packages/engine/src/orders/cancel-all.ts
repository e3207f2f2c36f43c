import { assert } from '@fft/decimal';
import type { OrderId, OwnerId } from '../command.ts';
import type { Market } from '../markets/market.ts';
import type { CancelReason } from '../rejection.ts';
import { workPerOrder } from '../rules/bounds.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import type { PendingWork } from '../time/pending-work.ts';
import { cancelOrder } from './end-order.ts';

/** Schedules the cancellation of an owner's present orders in these markets, oldest first. */
export function startCancelAll(state: State, owner: OwnerId, markets: readonly Market[], reason: CancelReason): void {
  const ids = markets.map(({ id }) => id).filter((id) => hasOpen(state, owner, id));
  if (ids.length > 0) state.pendingWork.push({ kind: 'cancels', owner, markets: ids, upTo: state.lastOrderId, reason });
}

function hasOpen({ marketAccounts }: State, owner: OwnerId, market: number): boolean {
  const marketAccount = marketAccounts.find(owner, market);
  return marketAccount !== none && marketAccounts.openCountOf(marketAccount) > 0;
}

/** Cancels those of the orders that are still open, within the command's work limit, and forgets them. Returns true once none is left. */
export function continueKeptCancels(state: State, market: Market, orderIds: OrderId[]): boolean {
  for (let [orderId] = orderIds; orderId !== undefined; [orderId] = orderIds) {
    const order = state.requests.openOrder(orderId);
    if (order !== none) {
      if (state.workLeft <= 0) return false;
      state.workLeft -= workPerOrder;
      cancelOrder(state, market, order, 'byOwner');
    }
    orderIds.shift();
  }
  return true;
}

/** Cancels orders within the command's work limit. Returns true once all are cancelled. */
export function continueCancelAll(state: State, work: PendingWork & { kind: 'cancels' }): boolean {
  const { marketAccounts, orders } = state;
  const own = work.markets
    .map((id) => marketAccounts.find(work.owner, id))
    .filter((marketAccount) => marketAccount !== none);
  for (;;) {
    let oldest = none;
    for (const marketAccount of own) {
      const order = marketAccounts.oldestOf(marketAccount);
      if (order !== none && (oldest === none || orders.idOf(order) < orders.idOf(oldest))) oldest = order;
    }
    if (oldest === none || orders.idOf(oldest) > work.upTo) return true;
    if (state.workLeft <= 0) return false;
    state.workLeft -= workPerOrder;
    const market = state.market(marketAccounts.marketOf(orders.marketAccountOf(oldest)));
    assert(market !== null, 'an open order has a market');
    cancelOrder(state, market, oldest, work.reason);
  }
}
