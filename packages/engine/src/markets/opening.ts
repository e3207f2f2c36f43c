/** A possible opening price. */
export interface PriceCandidate {
  readonly priceTicks: number;
  readonly lots: number;
  readonly unmatched: number;
  readonly distance: number;
}

/**
 * Progress of the search for the opening price. It first sums the bids that reach the best ask, then compares each price at which orders
 * would trade, in ascending order. The book doesn't change during the search.
 */
export interface PriceSearch {
  /** Number of levels passed. */
  walked: number;
  /** The last price passed; 0 before the first. */
  atTicks: number;
  isSummed: boolean;
  /** Lots bid at the current price or better, and lots offered. */
  bought: number;
  sold: number;
  best: PriceCandidate | null;
}

/** Progress of a market that uncrosses before it opens. */
export interface Opening {
  /** 0 until it is found. */
  priceTicks: number;
  /** The search for the price, once begun. */
  search: PriceSearch | null;
}

/** True while the market searches for its opening price. It then rejects orders, and keeps cancels for later, as the book must not change. */
export function isFindingPrice({ opening }: { readonly opening: Opening | null }): boolean {
  return opening !== null && opening.search !== null;
}
