import { calls, type Market } from '@fft/contract';
import { memo, type Ref, useCallback, useEffect, useState } from 'react';
import { useCall } from '../../../../api/index.ts';
import { formatPrice } from '../../../../lib/format/index.ts';
import { classes, Icon } from '../../../../ui/kit/index.ts';
import { mergeKnownTickers, useTicker, useTickers } from '../../../../features/live/tickers.ts';
import { Arrow, Change } from '../../../../features/market-data/Change.tsx';
import { toggleFavourite, useFavourites } from '../../../../features/market-data/favourites.ts';
import {
  favouritesTab,
  groupsOf,
  listMarkets,
  nextSort,
  type Sort,
  type SortKey,
} from '../../../../features/market-list/market-list.ts';
import { keepRecent } from '../../../../features/search/recent-markets.ts';
import { useCoinNames } from '../../../../features/search/use-coin-names.ts';
import { chooseByEnter } from '../../../../features/search/choose-by-enter.ts';
import { workspaceTexts } from '../../../../i18n/workspace.ts';
import { marketTexts } from '../../../../i18n/market.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { PanelFrame } from '../layout/PanelFrame.tsx';
import { NothingListed } from '../lazy-parts.ts';
import styles from './MarketsPanel.module.css';

export interface MarketsPanelProps {
  readonly markets: readonly Market[];
  readonly current: Market;
  readonly onChoose: (symbol: string) => void;
  readonly searchRef: Ref<HTMLInputElement>;
}

const byVolume: Sort = { by: 'volume', direction: 'descending' };
/** Headings of the list; the turnover is its first order. */
const headings: readonly SortKey[] = ['name', 'price', 'change'];

/** The markets by group and by search, with stars. */
export function MarketsPanel({ markets, current, onChoose, searchRef }: MarketsPanelProps) {
  const t = useTexts(marketTexts);
  const workspace = useTexts(workspaceTexts);
  const favourites = useFavourites();
  const tickers = useTickers().value;
  const [tab, setTab] = useState(current.group);
  const [query, setQuery] = useState('');
  const [sort, setSort] = useState(byVolume);
  const menu = useCall(calls.trade.marketGroups, {}, { quiet: true }).data;
  useEffect(() => {
    if (menu) mergeKnownTickers(menu.flatMap(({ items }) => items));
  }, [menu]);
  const listed = markets.map(({ symbol, group }) => ({ symbol, group, ticker: tickers?.get(symbol)?.ticker ?? null }));
  const [isSearched, setSearched] = useState(false);
  const names = useCoinNames(isSearched);
  const symbols = listMarkets(listed, { tab, query, names, sort, favourites });
  const isSearch = query.trim() !== '';
  const choose = useCallback(
    (symbol: string): void => {
      if (isSearch) keepRecent(symbol);
      onChoose(symbol);
    },
    [isSearch, onChoose],
  );
  const tabs = [favouritesTab, ...groupsOf(markets)];
  const words = { name: workspace.name, price: workspace.price, change: workspace.change, volume: t.volume };

  return (
    <PanelFrame
      name="markets"
      title={workspace.panels.markets}
      head={
        <div className={styles.tabs} role="group" aria-label={t.groups}>
          {tabs.map((value) => (
            <button
              key={value}
              type="button"
              className={classes(styles.tab, value === tab && styles.chosen)}
              aria-pressed={value === tab}
              aria-label={value === favouritesTab ? t.favourites : undefined}
              title={value === favouritesTab ? t.favourites : undefined}
              onClick={() => setTab(value)}
            >
              {value === favouritesTab ? <Icon name="star-filled" size={15} /> : value === 'FIAT' ? t.fiat : value}
            </button>
          ))}
        </div>
      }
    >
      <label className={styles.search}>
        <Icon name="search" size={16} />
        <input
          ref={searchRef}
          type="search"
          aria-label={t.search}
          placeholder={workspace.search}
          value={query}
          autoComplete="off"
          spellCheck={false}
          onFocus={() => setSearched(true)}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => chooseByEnter(event, symbols[0], choose)}
        />
        <kbd aria-hidden="true">/</kbd>
      </label>
      <div className={styles.headings} role="group" aria-label={t.list}>
        {headings.map((by) => (
          <button key={by} type="button" aria-label={t.sortBy(words[by])} onClick={() => setSort(nextSort(sort, by))}>
            {words[by]}
            {sort.by === by && <Arrow direction={sort.direction === 'ascending' ? 'up' : 'down'} />}
          </button>
        ))}
      </div>
      {symbols.length === 0 ? (
        <NothingListed tab={tab} query={query} onShowAll={() => (setTab(current.group), setQuery(''))} />
      ) : (
        <ul className={styles.list} aria-label={t.list}>
          {symbols.map((symbol) => (
            <MarketLine
              key={symbol}
              symbol={symbol}
              isFavourite={favourites.has(symbol)}
              isCurrent={symbol === current.symbol}
              onChoose={choose}
            />
          ))}
        </ul>
      )}
    </PanelFrame>
  );
}

interface MarketLineProps {
  readonly symbol: string;
  readonly isFavourite: boolean;
  readonly isCurrent: boolean;
  readonly onChoose: (symbol: string) => void;
}

const MarketLine = memo(function MarketLine({ symbol, isFavourite, isCurrent, onChoose }: MarketLineProps) {
  const t = useTexts(marketTexts);
  const ticker = useTicker(symbol)?.ticker ?? null;
  const [base = '', quote = ''] = symbol.split('/');
  return (
    <li className={classes(styles.line, isCurrent && styles.current)}>
      <button
        type="button"
        className={classes(styles.star, isFavourite && styles.lit)}
        aria-label={isFavourite ? t.removeFavourite(symbol) : t.addFavourite(symbol)}
        aria-pressed={isFavourite}
        onClick={() => toggleFavourite(symbol)}
      >
        <Icon name={isFavourite ? 'star-filled' : 'star'} size={15} />
      </button>
      <button
        type="button"
        className={styles.market}
        aria-current={isCurrent ? 'true' : undefined}
        data-testid="workspace-market"
        onClick={() => onChoose(symbol)}
      >
        <span className={styles.pair}>
          {base}
          <span className={styles.quote}>/{quote}</span>
        </span>
        <span className={styles.price}>{formatPrice(ticker?.last)}</span>
        <Change change={ticker?.change ?? null} state={ticker?.state} className={styles.change} />
      </button>
    </li>
  );
});
