import { DemoTag } from '../../../features/demo/index.ts';
import { WidePage } from '../../../features/account/WidePage.tsx';
import { StalePrices } from '../../../features/market-data/StalePrices.tsx';
import { RecentMarkets, SymbolChips } from '../../../features/search/RecentMarkets.tsx';
import { keepRecent } from '../../../features/search/recent-markets.ts';
import { searchTexts } from '../../../features/search/search-texts.ts';
import { chooseByEnter } from '../../../features/search/choose-by-enter.ts';
import { marketDetailPath } from '../../../features/market-data/market-paths.ts';
import { navigate } from '../../../lib/routing/index.ts';
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

function openFound(symbol: string): void {
  keepRecent(symbol);
  navigate(marketDetailPath(symbol));
}

/** All markets as a table that sorts by its headings. */
export function WideMarkets() {
  const t = useTexts(marketTexts);
  const { count } = useTexts(marketTableTexts);
  const { popular } = useTexts(searchTexts);
  const {
    markets,
    tickers,
    groups,
    tab,
    kinds,
    kind,
    filter,
    query,
    change,
    symbols,
    known,
    stale,
    retry,
    searching,
    start,
    onOpen,
  } = useListedMarkets();
  const isFiltered = rulesOf(filter) > 0;
  return (
    <WidePage
      title={t.title}
      current="markets"
      busy={!known}
      onSearch={searching.focus}
      tools={
        <>
          <div className={styles.searchPlace}>
            <label className={styles.search}>
              <Icon name="search" size={16} />
              <input
                {...searching.field}
                type="search"
                aria-label={t.search}
                placeholder={t.search}
                value={query}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => change({ query: event.target.value })}
                onKeyDown={(event) => chooseByEnter(event, query.trim() === '' ? undefined : symbols[0], openFound)}
              />
            </label>
            {start && (
              <div className={styles.start} {...searching.panel}>
                <RecentMarkets listed={start.listed} onChoose={openFound} />
                <section aria-label={popular}>
                  <h2 className={styles.startTitle}>{popular}</h2>
                  <SymbolChips symbols={start.popular} onChoose={openFound} />
                </section>
              </div>
            )}
          </div>
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
              <MarketTable
                symbols={symbols}
                tickers={tickers.value}
                stale={tickers.status === 'failed'}
                onOpen={onOpen}
              />
            )}
          </>
        )}
      </UnderlineTabs>
    </WidePage>
  );
}
