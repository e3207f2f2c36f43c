/** A price that a market may open at. */
export interface Candidate {
  readonly priceTicks: number;
  readonly lots: number;
  readonly unmatched: number;
  readonly distance: number;
}

/**
 * How far the search for the price has come. It adds up the bids that reach an ask, the best first; then it looks at each price at which somebody would
 * trade, from the lowest on. The book doesn't change meanwhile.
 */
export interface PriceSearch {
  /** Levels passed by now. */
  walked: number;
  /** The last price passed; 0 before the first. */
  atTicks: number;
  isSummed: boolean;
  /** Lots of bids that stand at the price looked at or better, and of asks. */
  bought: number;
  sold: number;
  best: Candidate | null;
}

/** How far a market has come that trades what is crossed before it opens. */
export interface Opening {
  /** 0 while it is to be found. */
  priceTicks: number;
  /** The search for it, where that has begun. */
  search: PriceSearch | null;
}

/** Whether a market looks for the price that it opens at. It takes neither orders nor cancels then: the search goes over a book that stands still. */
export function isSearching({ opening }: { readonly opening: Opening | null }): boolean {
  return opening !== null && opening.search !== null;
}
