import { assert } from '@fft/decimal';
import { allMarkets, deadManKey } from '../handlers/dead-man.ts';
import { endInterval } from '../markets/set-state.ts';
import { settleDown } from '../matching/fire-stops.ts';
import { cancelAllOf } from '../orders/cancel-all.ts';
import { cancelOpen } from '../orders/end-order.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { type Timer, TimerKind } from './timers.ts';

/** Does all that the engine's time has made due, in the order of time. */
export function runDue(state: State): void {
  for (let due = state.timers.takeDue(state.time); due !== null; due = state.timers.takeDue(state.time))
    run(state, due);
}

/** Whether what the timer was set for still stands. */
export function isLive(state: State, { time, kind, subject, scope }: Timer): boolean {
  if (kind === TimerKind.deadMan) return state.deadMen.get(deadManKey(subject, scope)) === time;
  if (kind === TimerKind.market) return state.market(subject)?.until === time;
  return state.requests.openOrder(subject) !== none;
}

function run(state: State, { kind, subject, scope }: Timer): void {
  if (kind === TimerKind.deadMan) {
    state.deadMen.delete(deadManKey(subject, scope));
    const markets = state.markets.filter(({ id }) => scope === allMarkets || scope === id);
    return cancelAllOf(state, subject, markets, 'deadMan');
  }
  if (kind === TimerKind.market) {
    const market = state.market(subject);
    assert(market !== null, 'a timer belongs to a market');
    endInterval(state, market);
    return settleDown(state, market);
  }
  const order = state.requests.openOrder(subject);
  const market = state.market(state.seats.marketOf(state.orders.seatOf(order)));
  assert(market !== null, 'an open order has a market');
  cancelOpen(state, market, order, 'expired');
}
