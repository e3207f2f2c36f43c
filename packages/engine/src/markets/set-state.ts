import { assert } from '@fft/decimal';
import type { MarketState } from '../command.ts';
import { uncross } from '../matching/uncross.ts';
import type { State } from '../state/state.ts';
import { deferWork } from '../time/defer-work.ts';
import { TimerKind } from '../time/timers.ts';
import type { Market } from './market.ts';

/** Sets a market's state for `ms`, or indefinitely (0). A market that opens first uncrosses its book. */
export function setState(state: State, market: Market, next: MarketState, ms = 0): void {
  if (next === 'open' && market.rules.state !== 'open') {
    if (market.opening === null) market.window.clear();
    market.opening ??= { priceTicks: 0, search: null };
    setStateEnd(state, market, 0);
    if (!continueOpening(state, market)) deferWork(state, { kind: 'opening', market: market.id });
    return;
  }
  market.opening = null;
  enterState(state, market, next, ms);
}

/** Uncrosses within the command's work limit. Returns true once the market is open. */
export function continueOpening(state: State, market: Market): boolean {
  assert(market.opening !== null, 'a market that is not opening cannot continue to open');
  if (!uncross(state, market, market.opening)) return false;
  market.opening = null;
  enterState(state, market, 'open', 0);
  return true;
}

function enterState(state: State, market: Market, next: MarketState, ms: number): void {
  market.rules = { ...market.rules, state: next };
  setStateEnd(state, market, ms === 0 ? 0 : state.time + ms);
  state.listener.marketStateChanged(market.id, next);
}

/** Schedules the end of the state; 0 for none. */
function setStateEnd({ timers }: State, market: Market, time: number): void {
  const key = { kind: TimerKind.market, subject: market.id, scope: 0 };
  market.until = time;
  if (time === 0) timers.remove(key);
  else timers.set({ time, ...key });
}

/** Halts an open market whose prices moved too far within a minute. */
export function haltIfVolatile(state: State, market: Market): void {
  const { volatilityPpm = 0, haltMs = 0 } = market.rules;
  if (volatilityPpm === 0 || market.rules.state !== 'open') return;
  if (market.window.exceedsVolatility(state.time, volatilityPpm)) setState(state, market, 'halted', haltMs);
}

/** Ends the market's own halt or auction. If the volatility limit was removed during the halt, the market opens without an auction. */
export function endTimedState(state: State, market: Market): void {
  const { auctionMs = 0 } = market.rules;
  if (market.rules.state === 'halted' && auctionMs > 0) setState(state, market, 'auction', auctionMs);
  else setState(state, market, 'open');
}
