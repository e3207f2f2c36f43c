import { assert } from '@fft/decimal';
import { allMarkets } from '../handlers/dead-man.ts';
import { continueOpening, endInterval } from '../markets/set-state.ts';
import { runTriggeredStops } from '../matching/run-triggered-stops.ts';
import { beginCancels, cancelNext } from '../orders/cancel-all.ts';
import { cancelOpen } from '../orders/end-order.ts';
import { orderWork } from '../rules/bounds.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { type Timer, TimerKind } from './timers.ts';
import type { Work } from './work.ts';

/** Goes on with what earlier commands left, and does what the engine's time has made due in the order of time, as far as one command's share goes. */
export function runDue(state: State): void {
  for (;;) {
    runWork(state);
    if (state.work.length > 0) return;
    if (state.workLeft <= 0) break;
    const due = state.timers.takeDue(state.time);
    if (due === null) break;
    state.workLeft -= orderWork;
    run(state, due);
  }
  state.isBehind = state.timers.nextAt() <= state.time;
}

/** Does what is left to do, the oldest first, as far as the command's share goes. */
export function runWork(state: State): void {
  for (let [first] = state.work; first !== undefined; [first] = state.work) {
    if (!goOn(state, first)) {
      state.isBehind = true;
      return;
    }
    state.work.shift();
  }
}

/** Answers whether all of it is done. */
function goOn(state: State, work: Work): boolean {
  if (work.kind === 'cancels') return cancelNext(state, work);
  const market = state.market(work.market);
  assert(market !== null, 'work is left in a market');
  if (work.kind === 'opening') {
    if (market.opening === null) return true;
    if (!continueOpening(state, market)) return false;
  }
  return runTriggeredStops(state, market);
}

function run(state: State, { kind, subject, scope }: Timer): void {
  if (kind === TimerKind.deadMan) {
    const markets = state.markets.filter(({ id }) => scope === allMarkets || scope === id);
    return beginCancels(state, subject, markets, 'deadMan');
  }
  if (kind === TimerKind.market) {
    const market = state.market(subject);
    assert(market !== null, 'a timer belongs to a market');
    endInterval(state, market);
    runTriggeredStops(state, market);
    return;
  }
  const order = state.requests.openOrder(subject);
  assert(order !== none, 'an order expires that is open');
  const market = state.market(state.marketAccounts.marketOf(state.orders.seatOf(order)));
  assert(market !== null, 'an open order has a market');
  cancelOpen(state, market, order, 'expired');
}
