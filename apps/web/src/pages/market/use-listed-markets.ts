import { calls } from '@fft/contract';
import { useDeferredValue } from 'react';
import { useCall } from '../../api/index.ts';
import { refreshTickers, useTickers } from '../../features/live/tickers.ts';
import { useFavourites } from '../../features/market-data/favourites.ts';
import { useCoinNames } from '../../features/search/use-coin-names.ts';
import { keepRecent } from '../../features/search/recent-markets.ts';
import { groupsOf, kindsOf, listMarkets, popularMarkets } from '../../features/market-list/market-list.ts';
import { useSearching } from '../../features/search/use-searching.ts';
import { useMarketView } from './use-market-view.ts';

/** Popular markets beside a search. */
const popularCount = 6;

/** The markets of the customer's view, in its order, with what they are chosen by. */
export function useListedMarkets() {
  const markets = useCall(calls.market.list, {}, { staleTimeMs: 300_000 });
  const tickers = useTickers();
  const favourites = useFavourites();
  const [{ tab: chosenTab, kind: chosenKind, filter, query, sort }, change] = useMarketView();

  const searching = useSearching();
  const isSearched = query.trim() !== '';
  const names = useCoinNames(searching.isSearching || isSearched);

  const groups = groupsOf(markets.data ?? []);
  const tab = chosenTab ?? groups[0] ?? '';
  const listed = (markets.data ?? []).map(({ symbol, group, kind, state }) => ({
    symbol,
    group,
    kind,
    state,
    ticker: tickers.value?.get(symbol)?.ticker ?? null,
  }));
  const kinds = kindsOf(listed, { tab, favourites });
  // Kept while a tab has no such coins, for the next tab that does.
  const kind = chosenKind !== null && kinds.includes(chosenKind) ? chosenKind : null;
  const symbols = listMarkets(listed, { tab, kind, filter, query, names, sort, favourites });
  // The first rendering of the rows is large: React splits it up, so that touches are handled in between.
  const known = useDeferredValue(
    markets.data !== undefined && (tickers.value !== null || tickers.status !== 'loading'),
  );
  const stale = tickers.status === 'failed' && tickers.value !== null;

  /** What the search shows while nothing is typed; null while nobody searches. */
  const start =
    known && searching.isSearching && !isSearched
      ? { listed: new Set(listed.map(({ symbol }) => symbol)), popular: popularMarkets(listed, popularCount) }
      : null;
  /** Called with a market that is opened: one that was searched for is kept. */
  const onOpen = isSearched || start !== null ? keepRecent : undefined;

  function retry(): void {
    void markets.refetch();
    refreshTickers();
  }

  return {
    markets,
    tickers,
    groups,
    tab,
    kinds,
    kind,
    filter,
    query,
    sort,
    change,
    symbols,
    known,
    stale,
    retry,
    searching,
    start,
    onOpen,
  };
}
