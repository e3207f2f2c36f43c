import type { Directory } from '../ledger/listings/directory.ts';
import type { MarketView } from '../ledger/listings/market-view.ts';
import { ApiError } from './api-error.ts';

/** A market under Binance's name. */
export interface NamedMarket {
  readonly view: MarketView;
  readonly symbol: string;
}

/** Binance's name of a market: `BTCUSDT`. */
export function symbolOf({ base, quote }: MarketView): string {
  return `${base.code}${quote.code}`;
}

/** All markets under Binance's names. */
export function namedMarkets(directory: Pick<Directory, 'markets'>): readonly NamedMarket[] {
  return directory.markets().map((view) => ({ view, symbol: symbolOf(view) }));
}

/** Finds markets by Binance's names. */
export interface Symbols {
  all(): readonly NamedMarket[];
  /** @throws ApiError −1121 */
  find(symbol: string): NamedMarket;
}

export function createSymbols(directory: Pick<Directory, 'markets' | 'marketById'>): Symbols {
  let ids = new Map<string, number>();
  const idOf = (symbol: string): number => {
    // A market may have been opened since.
    if (!ids.has(symbol)) ids = new Map(namedMarkets(directory).map(({ view, symbol: name }) => [name, view.id]));
    const id = ids.get(symbol);
    if (id === undefined) throw new ApiError(400, -1121, 'Invalid symbol.');
    return id;
  };
  return {
    all: () => namedMarkets(directory),
    // Called for every order.
    find: (symbol) => ({ view: directory.marketById(idOf(symbol)), symbol }),
  };
}
