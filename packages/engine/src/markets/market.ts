import type { MarketId, MarketRules } from '../command.ts';
import type { Book } from '../book/book.ts';

/** A market while it runs. */
export interface Market {
  readonly id: MarketId;
  /** Replaced when its state changes. */
  rules: MarketRules;
  readonly book: Book;
  /** The house's accounts, where fees go. */
  readonly houseBase: number;
  readonly houseQuote: number;
  /** 0 before the first trade. */
  lastPriceTicks: number;
  tradeCount: number;
}
