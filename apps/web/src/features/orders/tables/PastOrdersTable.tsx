import type { Order } from '@fft/contract';
import { formatAmount, formatBalance, formatPrice, formatTimestamp } from '../../../lib/format/index.ts';
import { Tag, type TagTone } from '../../../ui/kit/index.ts';
import { filledPercent } from '../filled-percent.ts';
import { orderKind } from '../order-kind.ts';
import { workspaceTableTexts } from './workspace-tables-texts.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import { useTexts } from '../../../i18n/index.ts';
import { SideWord } from './SideWord.tsx';
import { byDecimal, byNumber, byText, type Column, SortTable } from '../../tables/index.ts';
import styles from './OrderTables.module.css';

const tones: Readonly<Record<Order['state'], TagTone>> = {
  processing: 'accent',
  filled: 'good',
  cancelled: 'plain',
  rejected: 'danger',
};

export interface PastOrdersTableProps {
  readonly label: string;
  readonly orders: readonly Order[];
  /** With it, an order's type opens its details, and the fee has a column. */
  readonly onOpen?: (order: Order) => void;
  /** All orders have one parent. Market, type and side, the same in each row, have no columns, nor has the total: a sheet has no room for it. */
  readonly isOfOneParent?: boolean;
}

const leftOutForParent: ReadonlySet<string> = new Set(['market', 'type', 'side', 'total']);

/** Past orders as a table that sorts by its headings. */
export function PastOrdersTable({ label, orders, onOpen, isOfOneParent = false }: PastOrdersTableProps) {
  const t = useTexts(tradeTexts);
  const typeOf = (order: Order): string => t.kindsShort[orderKind(order)];
  const { columns: c } = useTexts(workspaceTableTexts);
  const fee: Column<Order> = {
    id: 'fee',
    title: c.fee,
    renderCell: (o) => `${formatBalance(o.fee, o.feeCoin)} ${o.feeCoin}`,
    compare: byDecimal((o) => o.fee),
  };
  const columns: readonly Column<Order>[] = [
    {
      id: 'time',
      title: c.time,
      isText: true,
      renderCell: ({ time }) => formatTimestamp(time),
      compare: byNumber((o) => o.time),
    },
    { id: 'market', title: c.market, isText: true, renderCell: (o) => o.symbol, compare: byText((o) => o.symbol) },
    {
      id: 'type',
      title: c.type,
      isText: true,
      renderCell: (order) =>
        onOpen === undefined ? (
          typeOf(order)
        ) : (
          <button type="button" className={styles.kind} aria-haspopup="dialog" onClick={() => onOpen(order)}>
            {typeOf(order)}
          </button>
        ),
      compare: byText(typeOf),
    },
    {
      id: 'side',
      title: c.side,
      isText: true,
      renderCell: ({ side }) => <SideWord side={side} />,
      compare: byText((o) => o.side),
    },
    {
      id: 'price',
      title: c.price,
      renderCell: ({ price }) => (price === null ? t.marketPrice : formatPrice(price)),
      compare: byDecimal((o) => o.price),
    },
    {
      id: 'average',
      title: c.average,
      renderCell: (o) => formatPrice(o.average),
      compare: byDecimal((o) => o.average),
    },
    {
      id: 'quantity',
      title: c.quantity,
      renderCell: ({ quantity, amount }) => formatAmount(quantity ?? amount),
      compare: byDecimal((o) => o.quantity ?? o.amount),
    },
    { id: 'filled', title: c.filled, renderCell: (o) => `${filledPercent(o)}%`, compare: byNumber(filledPercent) },
    {
      id: 'total',
      title: c.total,
      renderCell: ({ filledTotal, symbol: of }) => formatBalance(filledTotal, of.split('/')[1] ?? ''),
      compare: byDecimal((o) => o.filledTotal),
    },
    ...(onOpen === undefined ? [] : [fee]),
    {
      id: 'state',
      title: c.state,
      renderCell: ({ state }) => <Tag tone={tones[state]}>{t.state[state]}</Tag>,
      compare: byText((o) => o.state),
    },
  ];
  const shown = isOfOneParent ? columns.filter(({ id }) => !leftOutForParent.has(id)) : columns;
  return <SortTable label={label} columns={shown} rows={orders} keyOf={({ id }) => id} testId="history-row" />;
}
