import type { MarketId, MarketRules } from '../command.ts';
import type { Book } from '../book/book.ts';
import type { FeeHistory } from '../fees/fee-history.ts';
import type { FeeOverride } from '../matching-engine.ts';
import type { Brackets } from '../brackets/brackets.ts';
import type { Opening } from './opening.ts';
import type { TrailingStops } from '../trailing/trailing-stops.ts';
import type { PriceWindow } from './price-window.ts';

/** Triggers rising stops up to `ticks`, or falling stops down to it. */
export interface ReachedPrice {
  readonly isRising: boolean;
  ticks: number;
}

/** The state of an open market. */
export interface Market {
  readonly id: MarketId;
  /** Replaced when the market's state or limits change. */
  rules: MarketRules;
  /** The highest price that can be printed. */
  readonly maxPrintableTicks: number;
  readonly book: Book;
  /** Waiting stops by trigger price: falling stops as bids, rising stops as asks. */
  readonly stops: Book;
  readonly trails: TrailingStops;
  readonly brackets: Brackets;
  /** Prices that triggered stops which have not executed yet, in order. */
  readonly reached: ReachedPrice[];
  /** Set while the market uncrosses before it opens. */
  opening: Opening | null;
  readonly window: PriceWindow;
  /** The end of the market's own halt or auction, or 0. */
  until: number;
  /** The house accounts that collect fees. */
  readonly houseBase: number;
  readonly houseQuote: number;
  /** 0 before the first trade. */
  lastPriceTicks: number;
  tradeCount: number;
  /** Open orders: resting ones and stops that wait. */
  openOrders: number;
  /** The market's fees under which open orders were placed, where they have changed since. */
  readonly feesBefore: FeeHistory<FeeOverride>;
}
