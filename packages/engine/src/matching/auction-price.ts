import type { Market } from '../markets/market.ts';
import type { Opening, PriceSearch } from '../markets/opening.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

/** Continues the search within the command's work limit; a level counts 1. Returns true once the price is found. */
export function findPrice(state: State, market: Market, opening: Opening): boolean {
  opening.search ??= { walked: 0, atTicks: 0, isSummed: false, bought: 0, sold: 0, best: null };
  const { search } = opening;
  if (!search.isSummed && !sumBids(state, market, search)) return false;
  if (!comparePrices(state, market, search)) return false;
  opening.priceTicks = search.best?.priceTicks ?? 0;
  opening.search = null;
  return true;
}

/** Sums the bids that reach the best ask. Returns true once done. */
function sumBids(state: State, { book }: Market, search: PriceSearch): boolean {
  const { levels } = state;
  const least = -book.asks.bestKey();
  for (;;) {
    const level = search.atTicks === 0 ? book.bids.best() : book.bids.nextWorse(search.atTicks);
    const priceTicks = level === none ? 0 : levels.priceOf(level);
    if (level === none || priceTicks < least) break;
    if (state.workLeft <= 0) return false;
    search.atTicks = priceTicks;
    search.bought += levels.allLotsOf(level);
    pass(state, search);
  }
  search.isSummed = true;
  search.atTicks = 0;
  return true;
}

function pass(state: State, search: PriceSearch): void {
  search.walked += 1;
  state.workLeft -= 1;
}

/** Compares the price of every crossed level and the last price, in ascending order. Returns true once done. */
function comparePrices(state: State, market: Market, search: PriceSearch): boolean {
  const { levels } = state;
  const { book, lastPriceTicks } = market;
  const most = book.bids.bestKey();
  const least = -book.asks.bestKey();
  for (;;) {
    const from = search.atTicks === 0 ? least : search.atTicks + 1;
    const ask = book.asks.atOrWorse(-from);
    const bid = book.bids.atOrBetter(from);
    const askTicks = ask === none ? Infinity : levels.priceOf(ask);
    const bidTicks = bid === none ? Infinity : levels.priceOf(bid);
    const lastTicks = lastPriceTicks >= from ? lastPriceTicks : Infinity;
    const priceTicks = Math.min(askTicks, bidTicks, lastTicks);
    if (priceTicks > most) return true;
    if (state.workLeft <= 0) return false;
    if (askTicks === priceTicks) search.sold += levels.allLotsOf(ask);
    compare(search, priceTicks, lastPriceTicks);
    // Above this price the bid no longer buys.
    if (bidTicks === priceTicks) search.bought -= levels.allLotsOf(bid);
    search.atTicks = priceTicks;
    pass(state, search);
  }
}

/** Among equals the lower price wins, as it comes first. */
function compare(search: PriceSearch, priceTicks: number, lastPriceTicks: number): void {
  const { bought, sold, best } = search;
  const lots = Math.min(bought, sold);
  const unmatched = Math.abs(bought - sold);
  const distance = lastPriceTicks === 0 ? 0 : Math.abs(priceTicks - lastPriceTicks);
  const isBetter = best === null || (best.lots - lots || unmatched - best.unmatched || distance - best.distance) < 0;
  if (isBetter) search.best = { priceTicks, lots, unmatched, distance };
}
