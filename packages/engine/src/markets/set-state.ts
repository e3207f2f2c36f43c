import { assert } from '@fft/decimal';
import type { MarketState } from '../command.ts';
import { uncross } from '../matching/uncross.ts';
import type { State } from '../state/state.ts';
import { leaveWork } from '../time/leave-work.ts';
import { TimerKind } from '../time/timers.ts';
import type { Market } from './market.ts';

/** Sets a market's state, for `ms` or until further notice (0). A market that opens first trades what is crossed. */
export function setState(state: State, market: Market, next: MarketState, ms = 0): void {
  if (next === 'open' && market.rules.state !== 'open') {
    if (market.opening === null) market.window.clear();
    market.opening ??= { priceTicks: 0, search: null };
    setUntil(state, market, 0);
    if (!continueOpening(state, market)) leaveWork(state, { kind: 'opening', market: market.id });
    return;
  }
  market.opening = null;
  enterState(state, market, next, ms);
}

/** Trades as much of what is crossed as the command's share of work allows. Answers whether the market is open now. */
export function continueOpening(state: State, market: Market): boolean {
  assert(market.opening !== null, 'a market opens that is not to');
  if (!uncross(state, market, market.opening)) return false;
  market.opening = null;
  enterState(state, market, 'open', 0);
  return true;
}

function enterState(state: State, market: Market, next: MarketState, ms: number): void {
  market.rules = { ...market.rules, state: next };
  setUntil(state, market, ms === 0 ? 0 : state.time + ms);
  state.listener.marketStateChanged(market.id, next);
}

/** When the market's state ends by itself; 0: it doesn't. */
function setUntil({ timers }: State, market: Market, time: number): void {
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

/** The market's own halt or auction is over. One that was told meanwhile not to halt any more opens without an auction's time. */
export function endInterval(state: State, market: Market): void {
  const { auctionMs = 0 } = market.rules;
  if (market.rules.state === 'halted' && auctionMs > 0) setState(state, market, 'auction', auctionMs);
  else setState(state, market, 'open');
}
