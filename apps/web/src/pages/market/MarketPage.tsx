import { useState } from 'react';
import { DemoTag } from '../../features/demo/index.ts';
import { Delayed, ErrorState, Field, IconButton, UnderlineTabs } from '../../ui/kit/index.ts';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { lazyContent } from '../../ui/lazy/index.ts';
import { Page } from '../../features/shell/index.ts';
import { marketTexts } from '../../i18n/market.ts';
import { useTexts } from '../../i18n/index.ts';
import { favouritesTab } from '../../features/market-list/market-list.ts';
import { FilterButton } from './FilterButton.tsx';
import { noFilter, rulesOf } from '../../features/market-list/market-filter.ts';
import { KindChips } from './KindChips.tsx';
import { labelOf } from './label-of.ts';
import { MarketSkeleton } from './MarketSkeleton.tsx';
import { NothingListed } from '../../features/market-list/lazy-nothing-listed.ts';
import { SortBar } from './SortBar.tsx';
import { StalePrices } from '../../features/market-data/StalePrices.tsx';
import { keepRecent } from '../../features/search/recent-markets.ts';
import { chooseByEnter } from '../../features/search/choose-by-enter.ts';
import { tradePath } from '../../features/market-data/market-paths.ts';
import { navigate } from '../../lib/routing/index.ts';
import { useListedMarkets } from './use-listed-markets.ts';
import { VirtualRows } from './VirtualRows.tsx';
import styles from './MarketPage.module.css';

const WideMarkets = lazyContent(
  () => import('./wide/WideMarkets.tsx').then((m) => m.WideMarkets),
  () => null,
);

const SearchStart = lazyContent(
  () => import('./SearchStart.tsx').then((m) => m.SearchStart),
  () => null,
);

/** All markets with live prices: search, groups, favourites and sorting. In a wide window they are a table. */
export function MarketPage() {
  return useIsWide() ? <WideMarkets /> : <PhoneMarkets />;
}

function openFound(symbol: string): void {
  keepRecent(symbol);
  navigate(tradePath(symbol));
}

function PhoneMarkets() {
  const t = useTexts(marketTexts);
  const {
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
  } = useListedMarkets();
  const [scroller, setScroller] = useState<HTMLElement | null>(null);

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
            {...searching.field}
            label={t.search}
            hideLabel
            icon="search"
            placeholder={t.search}
            value={query}
            onChange={(event) => change({ query: event.target.value })}
            onKeyDown={(event) => chooseByEnter(event, query.trim() === '' ? undefined : symbols[0], openFound)}
            clear={{ label: t.clearSearch, onClear: () => (change({ query: '' }), searching.focus()) }}
            type="text"
            enterKeyHint="search"
            autoCapitalize="none"
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
      ) : start ? (
        <div {...searching.panel}>
          <SearchStart {...start} stale={tickers.status === 'failed'} onOpen={keepRecent} />
        </div>
      ) : (
        <>
          {stale && <StalePrices at={tickers.at} onRetry={retry} />}
          {query.trim() === '' && (
            <KindChips
              kinds={kinds}
              chosen={kind}
              onChoose={(each) => change({ kind: each })}
              className={styles.kinds}
            />
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
            <VirtualRows symbols={symbols} scroller={scroller} stale={tickers.status === 'failed'} onOpen={onOpen} />
          )}
        </>
      )}
    </Page>
  );
}
