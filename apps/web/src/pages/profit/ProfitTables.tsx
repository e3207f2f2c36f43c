import type { CoinProfit, MarketProfit } from '@fft/contract';
import { useHideAmounts } from '../../features/balances/hide-amounts.ts';
import { byDecimal, byText } from '../../features/tables/by.ts';
import { type Column, SortTable } from '../../features/tables/SortTable.tsx';
import { formatBalance, hidden } from '../../lib/format/index.ts';
import { profitTexts } from '../../i18n/profit.ts';
import { useTexts } from '../../i18n/index.ts';
import { Gain, shortPrice } from '../../features/profit/index.ts';
import styles from './ProfitTables.module.css';

interface CoinTableProps {
  readonly coins: readonly CoinProfit[];
  readonly onOpen: (coin: string) => void;
}

/** Coins as a table that sorts by its headings. */
export function CoinTable({ coins, onOpen }: CoinTableProps) {
  const t = useTexts(profitTexts);
  const { isHidden, show } = useHideAmounts();
  const worth = (id: 'cost' | 'value' | 'fees'): Column<CoinProfit> => ({
    id,
    title: t[id],
    renderCell: (row) => show(row[id], 2),
    compare: byDecimal((row) => row[id]),
  });
  const gain = (id: 'realised' | 'unrealised'): Column<CoinProfit> => ({
    id,
    title: t[id],
    renderCell: (row) => <Gain amount={row[id]} isHidden={isHidden} testId={`${id}-${row.coin}`} />,
    compare: byDecimal((row) => row[id]),
  });
  const columns: readonly Column<CoinProfit>[] = [
    {
      id: 'coin',
      title: t.coin,
      isText: true,
      compare: byText(({ coin }) => coin),
      renderCell: ({ coin }) => (
        <button type="button" className={styles.open} aria-haspopup="dialog" onClick={() => onOpen(coin)}>
          {coin}
        </button>
      ),
    },
    {
      id: 'quantity',
      title: t.quantity,
      renderCell: ({ coin, quantity }) => (isHidden ? hidden : formatBalance(quantity, coin)),
      compare: byDecimal(({ quantity }) => quantity),
    },
    {
      id: 'average',
      title: t.averageCost,
      renderCell: ({ average }) => shortPrice(average),
      compare: byDecimal(({ average }) => average),
    },
    worth('cost'),
    worth('value'),
    gain('unrealised'),
    gain('realised'),
    worth('fees'),
  ];
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t.coins}</h2>
      <SortTable label={t.coins} columns={columns} rows={coins} keyOf={({ coin }) => coin} testId="profit-row" />
    </section>
  );
}

/** Markets as a table that sorts by its headings. */
export function MarketTable({ markets }: { readonly markets: readonly MarketProfit[] }) {
  const t = useTexts(profitTexts);
  const { isHidden, show } = useHideAmounts();
  const amount = (id: 'bought' | 'sold'): Column<MarketProfit> => ({
    id,
    title: t[id],
    renderCell: (row) => (isHidden ? hidden : formatBalance(row[id], row.symbol.split('/')[0] ?? '')),
    compare: byDecimal((row) => row[id]),
  });
  const price = (id: 'averageBought' | 'averageSold'): Column<MarketProfit> => ({
    id,
    title: t[id],
    renderCell: (row) => shortPrice(row[id]),
    compare: byDecimal((row) => row[id]),
  });
  const columns: readonly Column<MarketProfit>[] = [
    {
      id: 'market',
      title: t.market,
      isText: true,
      renderCell: ({ symbol }) => symbol,
      compare: byText(({ symbol }) => symbol),
    },
    amount('bought'),
    price('averageBought'),
    amount('sold'),
    price('averageSold'),
    {
      id: 'realised',
      title: t.realised,
      renderCell: ({ realised }) => <Gain amount={realised} isHidden={isHidden} />,
      compare: byDecimal(({ realised }) => realised),
    },
    {
      id: 'fees',
      title: t.fees,
      renderCell: ({ fees }) => show(fees, 2),
      compare: byDecimal(({ fees }) => fees),
    },
  ];
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t.markets}</h2>
      <SortTable
        label={t.markets}
        columns={columns}
        rows={markets}
        keyOf={({ symbol }) => symbol}
        testId="profit-market-row"
      />
    </section>
  );
}
