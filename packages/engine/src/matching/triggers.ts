import type { Market } from '../markets/market.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

/**
 * Records that the last price reached stops. They stay queued until {@link nextTriggered} returns them: in the order in which prices reached
 * them, and at one price in order of arrival. So a price that reaches a million stops costs no more than one that reaches a single stop.
 * Trailing stops have seen the price already if it isn't new.
 */
export function recordReachedStops(state: State, market: Market, isNewPrice = true): void {
  const { trails } = market;
  if (isNewPrice && !trails.isIdle) observe(market);
  const { asks: rising, bids: falling } = market.stops;
  if (rising.count + falling.count === 0) return;
  recordReachedSide(state, market, true);
  recordReachedSide(state, market, false);
}

function observe({ trails, lastPriceTicks }: Market): void {
  trails.sells.observe(lastPriceTicks);
  trails.buys.observe(lastPriceTicks);
}

function recordReachedSide({ levels }: State, market: Market, isRising: boolean): void {
  const { stops, reached, lastPriceTicks } = market;
  const ladder = stops.side(!isRising);
  const furthest = reachedTicks(market, isRising);
  const level = furthest === null ? ladder.best() : ladder.nextWorse(isRising ? -furthest : furthest);
  if (level === none) return;
  const stopTicks = levels.priceOf(level);
  if (isRising ? stopTicks > lastPriceTicks : stopTicks < lastPriceTicks) return;
  const newest = reached.at(-1);
  if (newest?.isRising === isRising) newest.ticks = lastPriceTicks;
  else reached.push({ isRising, ticks: lastPriceTicks });
}

/** The furthest price that triggered stops which have not executed yet, or null. */
function reachedTicks({ reached }: Market, isRising: boolean): number | null {
  let furthest: number | null = null;
  for (const one of reached) {
    if (one.isRising !== isRising) continue;
    if (furthest === null || (isRising ? one.ticks > furthest : one.ticks < furthest)) furthest = one.ticks;
  }
  return furthest;
}

/** True if a stop at this trigger price has triggered but not executed yet. */
export function isTriggered(market: Market, isRising: boolean, stopTicks: number): boolean {
  if (market.reached.length === 0) return false;
  const furthest = reachedTicks(market, isRising);
  return furthest !== null && (isRising ? stopTicks <= furthest : stopTicks >= furthest);
}

/** The next stop to execute, trailing stops last, or `none`. Forgets prices without stops. */
export function nextTriggered({ levels }: State, { stops, reached, trails, lastPriceTicks }: Market): number {
  for (let [first] = reached; first !== undefined; [first] = reached) {
    const level = stops.side(!first.isRising).best();
    const stopTicks = level === none ? none : levels.priceOf(level);
    const isReached = first.isRising ? stopTicks <= first.ticks : stopTicks >= first.ticks;
    if (level !== none && isReached) return levels.headOf(level);
    reached.shift();
  }
  return trails.nextTriggered(lastPriceTicks);
}
