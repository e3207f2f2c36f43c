import { assert } from '@fft/decimal';
import type { OwnerId } from '../command.ts';
import type { Market } from '../markets/market.ts';
import type { CancelReason } from '../rejection.ts';
import { orderWork } from '../rules/bounds.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import type { Work } from '../time/work.ts';
import { cancelOpen } from './end-order.ts';

/** Lets an owner's open orders in these markets be cancelled, the oldest first: those that there are by now. */
export function beginCancels(state: State, owner: OwnerId, markets: readonly Market[], reason: CancelReason): void {
  const ids = markets.map(({ id }) => id).filter((id) => hasOpen(state, owner, id));
  if (ids.length > 0) state.work.push({ kind: 'cancels', owner, markets: ids, upTo: state.lastOrderId, reason });
}

function hasOpen({ marketAccounts }: State, owner: OwnerId, market: number): boolean {
  const seat = marketAccounts.find(owner, market);
  return seat !== none && marketAccounts.openCountOf(seat) > 0;
}

/** Cancels as many of them as the command's share of work allows. Answers whether those were all. */
export function cancelNext(state: State, work: Work & { kind: 'cancels' }): boolean {
  const { marketAccounts, orders } = state;
  const own = work.markets.map((id) => marketAccounts.find(work.owner, id)).filter((seat) => seat !== none);
  for (;;) {
    let oldest = none;
    for (const seat of own) {
      const order = marketAccounts.oldestOf(seat);
      if (order !== none && (oldest === none || orders.idOf(order) < orders.idOf(oldest))) oldest = order;
    }
    if (oldest === none || orders.idOf(oldest) > work.upTo) return true;
    if (state.workLeft <= 0) return false;
    state.workLeft -= orderWork;
    const market = state.market(marketAccounts.marketOf(orders.seatOf(oldest)));
    assert(market !== null, 'an open order has a market');
    cancelOpen(state, market, oldest, work.reason);
  }
}
