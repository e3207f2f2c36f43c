import { useRef } from 'react';
import { DemoTag } from '../../../features/demo/index.ts';
import { WidePage } from '../../../features/account/WidePage.tsx';
import { StalePrices } from '../../../features/market-data/StalePrices.tsx';
import { rulesOf, noFilter } from '../../../features/market-list/market-filter.ts';
import { favouritesTab } from '../../../features/market-list/market-list.ts';
import { NothingListed } from '../../../features/market-list/lazy-nothing-listed.ts';
import { Delayed, ErrorState, Icon, UnderlineTabs } from '../../../ui/kit/index.ts';
import { marketTableTexts } from './market-table-texts.ts';
import { marketTexts } from '../../../i18n/market.ts';
import { useTexts } from '../../../i18n/index.ts';
import { FilterButton } from '../FilterButton.tsx';
import { KindChips } from '../KindChips.tsx';
import { labelOf } from '../label-of.ts';
import { MarketSkeleton } from '../MarketSkeleton.tsx';
import { useListedMarkets } from '../use-listed-markets.ts';
import { MarketTable } from './MarketTable.tsx';
import styles from './WideMarkets.module.css';

/** All markets as a table that sorts by its headings. */
export function WideMarkets() {
  const t = useTexts(marketTexts);
  const { count } = useTexts(marketTableTexts);
  const { markets, tickers, groups, tab, kinds, kind, filter, query, change, symbols, known, stale, retry } =
    useListedMarkets();
  const search = useRef<HTMLInputElement>(null);
  const isFiltered = rulesOf(filter) > 0;
  return (
    <WidePage
      title={t.title}
      current="markets"
      busy={!known}
      onSearch={() => search.current?.focus()}
      tools={
        <>
          <label className={styles.search}>
            <Icon name="search" size={16} />
            <input
              ref={search}
              type="search"
              aria-label={t.search}
              placeholder={t.search}
              value={query}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change({ query: event.target.value })}
            />
          </label>
          <span className={styles.count} role="status">
            {known && count(symbols.length)}
          </span>
          <DemoTag />
          <FilterButton filter={filter} onChange={(chosen) => change({ filter: chosen })} count={symbols.length} />
        </>
      }
    >
      <UnderlineTabs
        label={t.groups}
        tabs={[favouritesTab, ...groups].map((value) => ({ value, label: labelOf(value, t) }))}
        value={tab}
        onChange={(chosen) => change({ tab: chosen })}
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
            {query.trim() === '' && (
              <KindChips
                kinds={kinds}
                chosen={kind}
                onChoose={(each) => change({ kind: each })}
                className={styles.kinds}
              />
            )}
            {symbols.length === 0 ? (
              <NothingListed
                tab={tab}
                query={query}
                isFiltered={isFiltered}
                onShowAll={() => change({ query: '', filter: noFilter, ...(!isFiltered && { tab: null }) })}
              />
            ) : (
              <MarketTable symbols={symbols} tickers={tickers.value} stale={tickers.status === 'failed'} />
            )}
          </>
        )}
      </UnderlineTabs>
    </WidePage>
  );
}
