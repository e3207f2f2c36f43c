import { useEffect, useState } from 'react';
import { useLocation } from '../../lib/routing/index.ts';
import { tabStorage, usePersistedState } from '../../features/session/index.ts';
import { type MarketFilter, noFilter } from '../../features/market-list/market-filter.ts';
import type { Kind, Sort } from '../../features/market-list/market-list.ts';

/** The customer's view of the list. */
interface MarketView {
  /** Null for the first group. */
  readonly tab: string | null;
  readonly kind: Kind | null;
  readonly filter: MarketFilter;
  readonly query: string;
  readonly sort: Sort;
}

const name = 'market-list';

const defaultView: MarketView = {
  tab: null,
  kind: null,
  filter: noFilter,
  query: '',
  sort: { by: 'volume', direction: 'descending' },
};

/** The list's view: restored when the customer returns to the page, the default when they follow a link. */
export function useMarketView(): readonly [MarketView, (part: Partial<MarketView>) => void] {
  const place = useLocation();
  // Fixed when the page opens; a later tap on the page's own tab changes nothing.
  const [isReturn] = useState(place.isReturn);
  const [view, setView] = usePersistedState<MarketView>(name, (kept) => (isReturn ? kept : null) ?? defaultView);
  useEffect(() => {
    if (!isReturn) tabStorage(name).forget();
  }, [isReturn]);
  return [view, (part) => setView((before) => ({ ...before, ...part }))];
}
