import { calls } from '@fft/contract';
import { useDeferredValue, useState } from 'react';
import { useCall } from '../../api/index.ts';
import { DemoTag } from '../../features/demo/index.ts';
import { Chip, Delayed, ErrorState, Field, IconButton, UnderlineTabs } from '../../ui/kit/index.ts';
import { refreshTickers, useTickers } from '../../features/live/tickers.ts';
import { useFavourites } from '../../features/market-data/favourites.ts';
import { Page } from '../../features/shell/index.ts';
import { marketTexts } from '../../i18n/market.ts';
import { useTexts } from '../../i18n/index.ts';
import { favouritesTab, groupsOf, kindsOf, listMarkets } from '../../features/market-list/market-list.ts';
import { FilterButton } from './FilterButton.tsx';
import { noFilter, rulesOf } from '../../features/market-list/market-filter.ts';
import { MarketSkeleton } from './MarketSkeleton.tsx';
import { NothingListed } from '../../features/market-list/NothingListed.tsx';
import { SortBar } from './SortBar.tsx';
import { StalePrices } from '../../features/market-data/StalePrices.tsx';
import { useMarketView } from './use-market-view.ts';
import { VirtualRows } from './VirtualRows.tsx';
import styles from './MarketPage.module.css';

/** All markets with live prices: search, groups, favourites and sorting. */
export function MarketPage() {
  const t = useTexts(marketTexts);
  const markets = useCall(calls.market.list, {}, { staleTimeMs: 300_000 });
  const tickers = useTickers();
  const favourites = useFavourites();
  const [{ tab: chosenTab, kind: chosenKind, filter, query, sort }, change] = useMarketView();
  const [scroller, setScroller] = useState<HTMLElement | null>(null);

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
  const symbols = listMarkets(listed, { tab, kind, filter, query, sort, favourites });
  // The first rendering of the rows is large: React splits it up, so that touches are handled in between.
  const known = useDeferredValue(
    markets.data !== undefined && (tickers.value !== null || tickers.status !== 'loading'),
  );
  const stale = tickers.status === 'failed' && tickers.value !== null;

  function retry(): void {
    void markets.refetch();
    refreshTickers();
  }

  return (
    <Page
      title={t.title}
      tab="market"
      scrollRef={setScroller}
      actions={
        <>
          <DemoTag />
          <IconButton
            icon={tab === favouritesTab ? 'star-filled' : 'star'}
            label={t.onlyFavourites}
            pressed={tab === favouritesTab}
            onClick={() => change({ tab: tab === favouritesTab ? null : favouritesTab })}
          />
          <FilterButton filter={filter} onChange={(chosen) => change({ filter: chosen })} count={symbols.length} />
        </>
      }
      top={
        <div className={styles.top} role="search">
          <Field
            label={t.search}
            hideLabel
            icon="search"
            placeholder={t.search}
            value={query}
            onChange={(event) => change({ query: event.target.value })}
            clear={{ label: t.clearSearch, onClear: () => change({ query: '' }) }}
            type="text"
            enterKeyHint="search"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            className={styles.search}
          />
          <UnderlineTabs
            label={t.groups}
            tabs={[favouritesTab, ...groups].map((value) => ({ value, label: labelOf(value, t) }))}
            value={tab}
            onChange={(chosen) => change({ tab: chosen })}
          />
        </div>
      }
    >
      {!known ? (
        markets.isError ? (
          <ErrorState error={markets.error} onRetry={retry} busy={markets.isFetching} />
        ) : (
          <Delayed>
            <MarketSkeleton />
          </Delayed>
        )
      ) : (
        <>
          {stale && <StalePrices at={tickers.at} onRetry={retry} />}
          {kinds.length > 0 && query.trim() === '' && (
            <div className={styles.kinds} role="group" aria-label={t.kinds}>
              {[null, ...kinds].map((each) => (
                <Chip key={each} chosen={each === kind} onClick={() => change({ kind: each })}>
                  {each === null ? t.allKinds : t.kind[each]}
                </Chip>
              ))}
            </div>
          )}
          <SortBar sort={sort} onSort={(chosen) => change({ sort: chosen })} />
          {symbols.length === 0 ? (
            <NothingListed
              tab={tab}
              query={query}
              isFiltered={rulesOf(filter) > 0}
              onShowAll={() => change({ query: '', filter: noFilter, ...(rulesOf(filter) === 0 && { tab: null }) })}
            />
          ) : (
            <VirtualRows symbols={symbols} scroller={scroller} stale={tickers.status === 'failed'} />
          )}
        </>
      )}
    </Page>
  );
}

function labelOf(tab: string, t: { favourites: string; fiat: string }): string {
  if (tab === favouritesTab) return t.favourites;
  return tab === 'FIAT' ? t.fiat : tab;
}
