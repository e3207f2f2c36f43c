import type { Market } from '../markets/market.ts';
import type { State } from '../state/state.ts';
import { none as noSlot } from '../store/records.ts';

const none = noSlot;

/** Takes the stops that the last price has reached, in the order in which it reached them, and at one price in the order of arrival. */
export function collectTriggered(state: State, market: Market): void {
  const { asks: rising, bids: falling } = market.stops;
  if (rising.count + falling.count === 0) return;
  collectFrom(state, market, true);
  collectFrom(state, market, false);
}

function collectFrom({ levels }: State, market: Market, isRising: boolean): void {
  const { stops, triggered, lastPriceTicks } = market;
  const ladder = stops.side(!isRising);
  for (let level = ladder.best(); level !== none; level = ladder.best()) {
    const stopTicks = levels.priceOf(level);
    if (isRising ? stopTicks > lastPriceTicks : stopTicks < lastPriceTicks) return;
    for (let order = levels.headOf(level); order !== none; order = levels.headOf(level)) {
      stops.detach(order);
      triggered.push(order);
    }
    stops.dropIfEmpty(level, !isRising);
  }
}
