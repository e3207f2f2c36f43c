import type { Directory } from '../../ledger/listings/directory.ts';
import type { MarketView } from '../../ledger/listings/market-view.ts';
import { refuse } from '../refusals.ts';

/** One market of a conversion, and the side that gives the coin at hand. */
export interface RouteStep {
  readonly view: MarketView;
  readonly side: 'buy' | 'sell';
}

export type Route = readonly RouteStep[];

/**
 * The ways from one coin to another: over the market that trades both, then over each pair of markets with a coin between.
 * @throws Refusal `unknownMarket` if there is none
 */
export function routesOf(directory: Directory, from: string, to: string): readonly Route[] {
  if (from === to) throw refuse('unknownMarket');
  const direct = stepBetween(directory, from, to);
  const between = new Set(directory.markets().flatMap(({ base, quote }) => otherOf(from, base.code, quote.code)));
  const further = [...between].flatMap((via): Route[] => {
    const [first, second] = [stepBetween(directory, from, via), stepBetween(directory, via, to)];
    return first !== null && second !== null ? [[first, second]] : [];
  });
  const routes = direct === null ? further : [[direct], ...further];
  if (routes.length === 0) throw refuse('unknownMarket');
  return routes;
}

function stepBetween(directory: Directory, from: string, to: string): RouteStep | null {
  const [bought, sold] = [directory.market(`${to}/${from}`), directory.market(`${from}/${to}`)];
  if (bought) return { view: bought, side: 'buy' };
  return sold ? { view: sold, side: 'sell' } : null;
}

function otherOf(coin: string, base: string, quote: string): readonly string[] {
  if (coin === base) return [quote];
  return coin === quote ? [base] : [];
}
