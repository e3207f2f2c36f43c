import type { Market } from '../markets/market.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

/**
 * Notes that the last price has reached stops. They stay where they wait and come in by {@link nextTriggered}: in the order in which prices reached
 * them, and at one price in the order of arrival. So a price that reaches a million of them costs no more than one that reaches one.
 */
export function noteReached(state: State, market: Market): void {
  const { asks: rising, bids: falling } = market.stops;
  if (rising.count + falling.count === 0) return;
  noteSide(state, market, true);
  noteSide(state, market, false);
}

function noteSide({ levels }: State, market: Market, isRising: boolean): void {
  const { stops, reached, lastPriceTicks } = market;
  const ladder = stops.side(!isRising);
  const covered = coveredTicks(market, isRising);
  const level = covered === null ? ladder.best() : ladder.nextWorse(isRising ? -covered : covered);
  if (level === none) return;
  const stopTicks = levels.priceOf(level);
  if (isRising ? stopTicks > lastPriceTicks : stopTicks < lastPriceTicks) return;
  const newest = reached.at(-1);
  if (newest?.isRising === isRising) newest.ticks = lastPriceTicks;
  else reached.push({ isRising, ticks: lastPriceTicks });
}

/** How far prices have reached stops that did not come in yet, or null. */
function coveredTicks({ reached }: Market, isRising: boolean): number | null {
  let covered: number | null = null;
  for (const one of reached) {
    if (one.isRising !== isRising) continue;
    if (covered === null || (isRising ? one.ticks > covered : one.ticks < covered)) covered = one.ticks;
  }
  return covered;
}

/** Whether a stop of this trigger price counts as reached, though it did not come in yet. */
export function isCovered(market: Market, isRising: boolean, stopTicks: number): boolean {
  if (market.reached.length === 0) return false;
  const covered = coveredTicks(market, isRising);
  return covered !== null && (isRising ? stopTicks <= covered : stopTicks >= covered);
}

/** The stop that comes in next, or `none`; forgets prices of which no stop is left. */
export function nextTriggered({ levels }: State, { stops, reached }: Market): number {
  for (let [first] = reached; first !== undefined; [first] = reached) {
    const level = stops.side(!first.isRising).best();
    const stopTicks = level === none ? none : levels.priceOf(level);
    const isReached = first.isRising ? stopTicks <= first.ticks : stopTicks >= first.ticks;
    if (level !== none && isReached) return levels.headOf(level);
    reached.shift();
  }
  return none;
}
