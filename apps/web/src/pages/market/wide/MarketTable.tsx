import type { Ticker } from '@fft/contract';
import { memo, useMemo } from 'react';
import { byDecimal, byText } from '../../../features/tables/by.ts';
import { type Column, SortTable } from '../../../features/tables/SortTable.tsx';
import type { LiveTicker } from '../../../features/live/index.ts';
import { useTicker } from '../../../features/live/tickers.ts';
import { ChangePill } from '../../../features/market-data/Change.tsx';
import { CoinMark } from '../../../features/market-data/CoinMark.tsx';
import { closesOf } from '../../../features/market-data/closes-of.ts';
import { FavouriteStar } from '../../../features/market-data/FavouriteStar.tsx';
import { marketDetailPath, tradePath } from '../../../features/market-data/market-paths.ts';
import { Price } from '../../../features/market-data/Price.tsx';
import { Sparkline } from '../../../features/market-data/Sparkline.tsx';
import { directionOf, formatCompact, formatPrice } from '../../../lib/format/index.ts';
import { Link } from '../../../lib/routing/index.ts';
import { marketTableTexts } from './market-table-texts.ts';
import { marketTexts } from '../../../i18n/market.ts';
import { useLang, useTexts } from '../../../i18n/index.ts';
import styles from './MarketTable.module.css';

export interface MarketTableProps {
  /** In their first order: by turnover. */
  readonly symbols: readonly string[];
  readonly tickers: ReadonlyMap<string, LiveTicker> | null;
  /** Prices are out of date and shown in grey. */
  readonly stale: boolean;
  readonly onOpen?: ((symbol: string) => void) | undefined;
}

interface Row {
  readonly symbol: string;
  readonly ticker: Ticker | null;
}

const turnover = ({ ticker }: Row): string | undefined => ticker?.turnoverUsdt;

/** The markets with prices of the last 24 hours. */
export function MarketTable({ symbols, tickers, stale, onOpen }: MarketTableProps) {
  const t = useTexts(marketTableTexts);
  const { list, favourites } = useTexts(marketTexts);
  const lang = useLang();
  const rows = symbols.map((symbol) => ({ symbol, ticker: tickers?.get(symbol)?.ticker ?? null }));
  const columns = useMemo((): readonly Column<Row>[] => {
    const price = (id: 'high' | 'low'): Column<Row> => ({
      id,
      title: t[id],
      renderCell: ({ ticker }) => formatPrice(ticker?.[id]),
      compare: byDecimal(({ ticker }) => ticker?.[id]),
    });
    return [
      {
        id: 'favourite',
        title: favourites,
        isText: true,
        renderCell: ({ symbol }) => <FavouriteStar symbol={symbol} />,
      },
      {
        id: 'market',
        title: t.market,
        isText: true,
        renderCell: ({ symbol }) => <Name symbol={symbol} onOpen={onOpen} />,
        compare: byText(({ symbol }) => symbol),
      },
      {
        id: 'price',
        title: t.price,
        renderCell: ({ symbol }) => <LastPrice symbol={symbol} />,
        compare: byDecimal(({ ticker }) => ticker?.last),
      },
      {
        id: 'change',
        title: t.change,
        renderCell: ({ ticker }) => (
          <ChangePill change={ticker?.change ?? null} state={ticker?.state} stale={stale} small />
        ),
        compare: byDecimal(({ ticker }) => ticker?.change),
      },
      price('high'),
      price('low'),
      {
        id: 'volume',
        title: t.volume,
        renderCell: ({ symbol, ticker }) => `${formatCompact(ticker?.volume, lang)} ${symbol.split('/')[0]}`,
      },
      {
        id: 'turnover',
        title: t.turnover,
        renderCell: (row) => formatCompact(turnover(row), lang),
        compare: byDecimal(turnover),
      },
      { id: 'curve', title: t.curve, renderCell: (row) => <Curve {...row} stale={stale} /> },
      {
        id: 'action',
        title: t.action,
        renderCell: ({ symbol }) => (
          <Link
            to={tradePath(symbol)}
            className={styles.trade}
            aria-label={t.tradeIn(symbol)}
            onClick={() => onOpen?.(symbol)}
          >
            {t.trade}
          </Link>
        ),
      },
    ];
  }, [t, favourites, lang, stale, onOpen]);
  return (
    <div className={styles.table}>
      <SortTable label={list} columns={columns} rows={rows} keyOf={({ symbol }) => symbol} testId="market-row" />
    </div>
  );
}

const Name = memo(function Name({ symbol, onOpen }: { readonly symbol: string } & Pick<MarketTableProps, 'onOpen'>) {
  const [base = '', quote = ''] = symbol.split('/');
  return (
    <Link to={marketDetailPath(symbol)} className={styles.name} onClick={() => onOpen?.(symbol)}>
      <CoinMark coin={base} size={24} />
      <span>
        {base}
        <span className={styles.quote}>/{quote}</span>
      </span>
    </Link>
  );
});

function LastPrice({ symbol }: { readonly symbol: string }) {
  return <Price live={useTicker(symbol)} className={styles.price} />;
}

function Curve({ ticker, stale }: Row & { readonly stale: boolean }) {
  const direction = stale ? 'none' : directionOf(ticker?.change);
  return (
    <Sparkline closes={closesOf(ticker)} tone={direction === 'none' ? 'flat' : direction} width={96} height={28} />
  );
}
