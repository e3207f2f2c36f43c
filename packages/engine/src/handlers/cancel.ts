import { assert } from '@fft/decimal';
import type { CancelAll, CancelOrder } from '../command.ts';
import { cancelOrder } from '../orders/end-order.ts';
import { startCancelAll } from '../orders/cancel-all.ts';
import { runPendingWork } from '../time/run-due.ts';
import { isWellFormedCancel, isCount, isCustomer } from '../rules/form.ts';
import { isFindingPrice } from '../markets/opening.ts';
import type { State } from '../state/state.ts';
import { findOrder, notOpen } from './find-order.ts';

/** Cancels an open order and releases its hold. */
export function cancel(state: State, command: CancelOrder): void {
  const { marketAccounts, orders, listener } = state;
  const order = findOrder(state, command);
  if (order < 0) return listener.rejected(command, notOpen(state, order));
  if (!isWellFormedCancel(command)) return listener.rejected(command, 'malformed');
  const market = state.market(marketAccounts.marketOf(orders.marketAccountOf(order)));
  assert(market !== null, 'an open order has a market');
  if (market.rules.state === 'halted' || isFindingPrice(market)) return listener.rejected(command, 'marketNotOpen');
  cancelOrder(state, market, order, 'byOwner');
}

/** Cancels an owner's orders in a market, or in all that aren't halted. The next commands finish what exceeds one command's work. */
export function cancelAll(state: State, command: CancelAll): void {
  const { listener } = state;
  const market = command.market === 'all' ? null : state.market(command.market);
  if (command.market !== 'all' && market === null) return listener.rejected(command, 'unknownMarket');
  if (!isCount(command.time) || !isCustomer(command.owner)) return listener.rejected(command, 'malformed');
  if (market?.rules.state === 'halted') return listener.rejected(command, 'marketNotOpen');
  const markets = market === null ? state.markets.filter(({ rules }) => rules.state !== 'halted') : [market];
  startCancelAll(state, command.owner, markets, 'byOwner');
  runPendingWork(state);
}
