import type { MarketId, MarketRules } from '../command.ts';
import type { Book } from '../book/book.ts';
import type { Opening } from './opening.ts';
import type { PriceWindow } from './price-window.ts';

/** Rising stops up to these ticks, or falling ones down to them, come in. */
export interface Reached {
  readonly isRising: boolean;
  ticks: number;
}

/** A market while it runs. */
export interface Market {
  readonly id: MarketId;
  /** Replaced when its state changes. */
  rules: MarketRules;
  /** The greatest price that can be printed. */
  readonly printableTicks: number;
  readonly book: Book;
  /** Stops that wait, by trigger price: those for a falling price stand as bids, those for a rising one as asks. */
  readonly stops: Book;
  /** How far prices have reached stops that haven't come in yet, in the order in which they did. */
  readonly reached: Reached[];
  /** While it trades what is crossed before it opens: at which price, or 0 where that is still to be found. */
  opening: Opening | null;
  readonly window: PriceWindow;
  /** When its own halt or auction ends; 0: it doesn't by itself. */
  until: number;
  /** The house's accounts, where fees go. */
  readonly houseBase: number;
  readonly houseQuote: number;
  /** 0 before the first trade. */
  lastPriceTicks: number;
  tradeCount: number;
}
