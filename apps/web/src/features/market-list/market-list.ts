import type { Market, Ticker } from '@fft/contract';
import { compare } from '../../lib/exact.ts';
import { findMarkets, type NamesByCoin } from '../../lib/find-coins.ts';
import { type MarketFilter, noFilter, passes } from './market-filter.ts';

export const sortKeys = ['name', 'volume', 'price', 'change'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Sort {
  readonly by: SortKey;
  readonly direction: 'ascending' | 'descending';
}

/** Coin types. */
export type Kind = NonNullable<Market['kind']>;

export interface ListedMarket {
  readonly symbol: string;
  readonly group: string;
  readonly kind?: Market['kind'];
  readonly state?: Market['state'];
  readonly ticker: Ticker | null;
}

/** Favourites have a tab beside the quote coins. */
export const favouritesTab = 'favourites';

export interface ListWish {
  readonly tab: string;
  /** Only coins of this type; all without it. */
  readonly kind?: Kind | null;
  readonly filter?: MarketFilter;
  readonly query: string;
  /** What a search finds coins by, beside their codes. */
  readonly names: NamesByCoin;
  readonly sort: Sort;
  readonly favourites: ReadonlySet<string>;
}

/** The groups in the order in which the exchange lists them. */
export function groupsOf(markets: readonly Pick<Market, 'group'>[]): readonly string[] {
  return [...new Set(markets.map((market) => market.group))];
}

/** The coin types under a tab, if there is more than one. */
export function kindsOf(
  markets: readonly ListedMarket[],
  { tab, favourites }: Pick<ListWish, 'tab' | 'favourites'>,
): readonly Kind[] {
  const under = markets.filter(({ symbol, group }) => (tab === favouritesTab ? favourites.has(symbol) : group === tab));
  const kinds = new Set(under.flatMap(({ kind }) => (kind === undefined ? [] : [kind])));
  return kinds.size > 1 ? [...kinds] : [];
}

/** The shown markets in order. A search covers the markets of all tabs, and what fits best comes first. */
export function listMarkets(
  markets: readonly ListedMarket[],
  { tab, kind = null, filter = noFilter, query, names, sort, favourites }: ListWish,
): readonly string[] {
  const sorted = markets.toSorted(comparatorOf(sort));
  if (query.trim() !== '') return findMarkets(sorted, query, names).map(({ symbol }) => symbol);
  return sorted
    .filter((market) => {
      const { symbol, group, kind: own } = market;
      if ((kind !== null && own !== kind) || !passes(market, filter)) return false;
      return tab === favouritesTab ? favourites.has(symbol) : group === tab;
    })
    .map(({ symbol }) => symbol);
}

/** The markets with the largest turnover. */
export const popularMarkets = (markets: readonly ListedMarket[], count: number): readonly string[] =>
  markets
    .toSorted(comparatorOf({ by: 'volume', direction: 'descending' }))
    .slice(0, count)
    .map(({ symbol }) => symbol);

/** Sorting after a tap on a heading: reverses the current column, or starts downwards, names upwards. */
export function nextSort(sort: Sort, by: SortKey): Sort {
  if (sort.by !== by) return { by, direction: by === 'name' ? 'ascending' : 'descending' };
  return { by, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' };
}

/** Ties sort alphabetically, and unknown values come last in either direction. */
function comparatorOf({ by, direction }: Sort): (a: ListedMarket, b: ListedMarket) => number {
  const sign = direction === 'ascending' ? 1 : -1;
  return (a, b) => {
    if (by === 'name') return sign * byName(a, b);
    const [x, y] = [figure(a.ticker, by), figure(b.ticker, by)];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || byName(a, b);
    return sign * compare(x, y) || byName(a, b);
  };
}

const byName = (a: ListedMarket, b: ListedMarket): number => (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0);

function figure(ticker: Ticker | null, by: Exclude<SortKey, 'name'>): string | null {
  if (ticker === null) return null;
  if (by === 'price') return ticker.last;
  if (by === 'change') return ticker.change;
  return ticker.turnoverUsdt ?? null;
}
