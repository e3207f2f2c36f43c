import { calls, type Market } from '@fft/contract';
import { useEffect, useRef, useState } from 'react';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { useCall } from '../../api/index.ts';
import { formatPrice } from '../../lib/format/index.ts';
import { classes, Field, Sheet, UnderlineTabs } from '../../ui/kit/index.ts';
import { mergeKnownTickers, useTicker, useTickers } from '../live/index.ts';
import { Change, CoinMark, useFavourites } from '../market-data/index.ts';
import { marketTexts } from '../../i18n/market.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import { useTexts } from '../../i18n/index.ts';
import { chooseByEnter, keepRecent, RecentMarkets, useCoinNames } from '../search/index.ts';
import { favouritesTab, groupsOf, listMarkets } from './market-list.ts';
import { NothingListed } from './NothingListed.tsx';
import styles from './MarketDrawer.module.css';

export interface MarketDrawerProps {
  readonly open: boolean;
  readonly markets: readonly Market[];
  readonly current: Market;
  readonly onChoose: (symbol: string) => void;
  readonly onClose: () => void;
}

/** The menu is read again if it is older than this when the drawer opens. */
const menuMs = 15_000;

/** The other markets, by group and by search. */
export function MarketDrawer({ open, markets, current, onChoose, onClose }: MarketDrawerProps) {
  const t = useTexts(tradeTexts);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t.markets}
      {...(styles.drawer !== undefined && { className: styles.drawer })}
    >
      <Markets markets={markets} current={current} onChoose={onChoose} />
    </Sheet>
  );
}

function Markets({ markets, current, onChoose }: Pick<MarketDrawerProps, 'markets' | 'current' | 'onChoose'>) {
  const t = useTexts(marketTexts);
  const favourites = useFavourites();
  const tickers = useTickers().value;
  const field = useRef<HTMLInputElement>(null);
  const isWide = useIsWide();
  // On a phone the keyboard would cover the list.
  useEffect(() => {
    if (isWide) field.current?.focus();
  }, [isWide]);
  const [tab, setTab] = useState(current.group);
  const [query, setQuery] = useState('');
  const menu = useCall(calls.trade.marketGroups, {}, { quiet: true, staleTimeMs: menuMs }).data;
  useEffect(() => {
    if (menu) mergeKnownTickers(menu.flatMap(({ items }) => items));
  }, [menu]);
  // The page's markets until the menu has arrived.
  const entries = menu?.flatMap(({ group, items }) => items.map(({ symbol }) => ({ symbol, group }))) ?? markets;
  const listed = entries.map(({ symbol, group }) => ({ symbol, group, ticker: tickers?.get(symbol)?.ticker ?? null }));
  const names = useCoinNames();
  const symbols = listMarkets(listed, {
    tab,
    query,
    names,
    sort: { by: 'volume', direction: 'descending' },
    favourites,
  });
  const isSearched = query.trim() !== '';
  const choose = (symbol: string): void => {
    if (isSearched) keepRecent(symbol);
    onChoose(symbol);
  };
  const labelOf = (value: string): string =>
    value === favouritesTab ? t.favourites : value === 'FIAT' ? t.fiat : value;
  return (
    <>
      <Field
        ref={field}
        label={t.search}
        hideLabel
        icon="search"
        placeholder={t.search}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        clear={{ label: t.clearSearch, onClear: () => setQuery('') }}
        autoComplete="off"
        autoCapitalize="none"
        onKeyDown={(event) => chooseByEnter(event, isSearched ? symbols[0] : undefined, choose)}
        spellCheck={false}
      />
      {!isSearched && <RecentMarkets listed={new Set(entries.map(({ symbol }) => symbol))} onChoose={choose} />}
      <UnderlineTabs
        label={t.groups}
        className={styles.groups ?? ''}
        tabs={[favouritesTab, ...groupsOf(entries)].map((value) => ({ value, label: labelOf(value) }))}
        value={tab}
        onChange={setTab}
      />
      {symbols.length === 0 ? (
        <NothingListed tab={tab} query={query} onShowAll={() => (setTab(current.group), setQuery(''))} />
      ) : (
        <ul className={styles.list}>
          {symbols.map((symbol) => (
            <li key={symbol}>
              <MarketLine symbol={symbol} current={symbol === current.symbol} onChoose={choose} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface MarketLineProps {
  readonly symbol: string;
  readonly current: boolean;
  readonly onChoose: (symbol: string) => void;
}

function MarketLine({ symbol, current, onChoose }: MarketLineProps) {
  const ticker = useTicker(symbol)?.ticker ?? null;
  const [base = '', quote = ''] = symbol.split('/');
  return (
    <button
      type="button"
      className={classes(styles.line, current && styles.current)}
      aria-current={current ? 'true' : undefined}
      onClick={() => onChoose(symbol)}
    >
      <CoinMark coin={base} size={24} />
      <span className={styles.pair}>
        {base}
        <span className={styles.quote}> /{quote}</span>
      </span>
      <span className={styles.price}>{formatPrice(ticker?.last)}</span>
      <Change change={ticker?.change ?? null} state={ticker?.state} className={styles.change} />
    </button>
  );
}
