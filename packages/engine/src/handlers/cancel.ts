import { assert } from '@fft/decimal';
import type { CancelAll, CancelOrder } from '../command.ts';
import { cancelOpen } from '../orders/end-order.ts';
import { beginCancels } from '../orders/cancel-all.ts';
import { runWork } from '../time/run-due.ts';
import { isCancelForm, isCount, isCustomer } from '../rules/form.ts';
import { isSearching } from '../markets/opening.ts';
import type { State } from '../state/state.ts';
import { findOrder, notOpen } from './find-order.ts';

/** Cancels an open order and gives back what it holds. */
export function cancel(state: State, command: CancelOrder): void {
  const { marketAccounts, orders, listener } = state;
  const order = findOrder(state, command);
  if (order < 0) return listener.rejected(command, notOpen(state, order));
  if (!isCancelForm(command)) return listener.rejected(command, 'malformed');
  const market = state.market(marketAccounts.marketOf(orders.seatOf(order)));
  assert(market !== null, 'an open order has a market');
  if (market.rules.state === 'halted' || isSearching(market)) return listener.rejected(command, 'marketNotOpen');
  cancelOpen(state, market, order, 'byOwner');
}

/** Cancels what an owner has open in a market, or in all that aren't halted: what is too much for one command, with the next ones. */
export function cancelAll(state: State, command: CancelAll): void {
  const { listener } = state;
  const market = command.market === 'all' ? null : state.market(command.market);
  if (command.market !== 'all' && market === null) return listener.rejected(command, 'unknownMarket');
  if (!isCount(command.time) || !isCustomer(command.owner)) return listener.rejected(command, 'malformed');
  if (market?.rules.state === 'halted') return listener.rejected(command, 'marketNotOpen');
  const markets = market === null ? state.markets.filter(({ rules }) => rules.state !== 'halted') : [market];
  beginCancels(state, command.owner, markets, 'byOwner');
  runWork(state);
}
