import { assert } from '@fft/decimal';
import { allMarkets } from '../handlers/dead-man.ts';
import { continueOpening, endTimedState } from '../markets/set-state.ts';
import type { Market } from '../markets/market.ts';
import { runTriggeredStops } from '../matching/run-triggered-stops.ts';
import { isTriggered } from '../matching/triggers.ts';
import { neverTicks, startedTicks } from '../requests/order-conditions.ts';
import { startCancelAll, continueCancelAll, continueKeptCancels } from '../orders/cancel-all.ts';
import { cancelOrder } from '../orders/end-order.ts';
import { workPerOrder } from '../rules/bounds.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { type Timer, TimerKind } from './timers.ts';
import type { PendingWork } from './pending-work.ts';

/** Continues pending work, then runs due timers in order of time, within the command's work limit. */
export function runDue(state: State): void {
  for (;;) {
    runPendingWork(state);
    if (state.pendingWork.length > 0) return;
    if (state.workLeft <= 0) break;
    const due = state.timers.takeDue(state.time);
    if (due === null) break;
    state.workLeft -= workPerOrder;
    run(state, due);
  }
  state.hasDueWork = state.timers.nextAt() <= state.time;
}

/** Continues pending work, oldest first, within the command's work limit. */
export function runPendingWork(state: State): void {
  for (let [first] = state.pendingWork; first !== undefined; [first] = state.pendingWork) {
    if (!continueWork(state, first)) {
      state.hasDueWork = true;
      return;
    }
    state.pendingWork.shift();
  }
}

/** Returns true once the work is done. */
function continueWork(state: State, work: PendingWork): boolean {
  if (work.kind === 'cancels') return continueCancelAll(state, work);
  const market = state.market(work.market);
  assert(market !== null, 'pending work has a market');
  if (work.kind === 'keptCancels') return continueKeptCancels(state, market, work.orders);
  if (work.kind === 'opening') {
    if (market.opening === null) return true;
    if (!continueOpening(state, market)) return false;
  }
  return runTriggeredStops(state, market);
}

function run(state: State, { kind, subject, scope }: Timer): void {
  if (kind === TimerKind.deadMan) {
    const markets = state.markets.filter(({ id }) => scope === allMarkets || scope === id);
    return startCancelAll(state, subject, markets, 'deadMan');
  }
  if (kind === TimerKind.market) {
    const market = state.market(subject);
    assert(market !== null, 'a timer belongs to a market');
    endTimedState(state, market);
    runTriggeredStops(state, market);
    return;
  }
  const order = state.requests.openOrder(subject);
  assert(order !== none, "an order's timer has an open order");
  const market = state.market(state.marketAccounts.marketOf(state.orders.marketAccountOf(order)));
  assert(market !== null, 'an open order has a market');
  if (awaitsItsTime(state, order)) startOrder(state, market, order);
  else cancelOrder(state, market, order, 'expired');
}

function awaitsItsTime({ orders, levels }: State, order: number): boolean {
  if (!orders.isWaiting(order) || orders.conditionState(order).goodAfter === 0) return false;
  return levels.priceOf(orders.levelOf(order)) === neverTicks;
}

/** Queues an order whose time has come behind those that started before. It executes at once, or when the market opens. */
function startOrder(state: State, market: Market, order: number): void {
  const { orders, timers } = state;
  const level = orders.levelOf(order);
  market.stops.detach(order);
  market.stops.dropIfEmpty(level, false);
  market.stops.add(order, false, startedTicks);
  if (!isTriggered(market, true, startedTicks)) market.reached.push({ isRising: true, ticks: startedTicks });
  const { expiresAt } = orders.conditionState(order);
  if (expiresAt > 0) timers.set({ time: expiresAt, kind: TimerKind.order, subject: orders.idOf(order), scope: 0 });
  runTriggeredStops(state, market);
}
