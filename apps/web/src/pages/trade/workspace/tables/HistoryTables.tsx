import type { Order, OrderFill } from '@fft/contract';
import { type ReactNode, useMemo } from 'react';
import { formatAmount, formatBalance, formatPrice, formatTimestamp } from '../../../../lib/format/index.ts';
import { Button, Empty, ErrorState } from '../../../../ui/kit/index.ts';
import type { OrderMap } from '../../../../features/live/order-merge.ts';
import { workspaceTexts } from '../../../../i18n/workspace.ts';
import { workspaceTableTexts } from '../../../../features/orders/tables/workspace-tables-texts.ts';
import { tradeTexts } from '../../../../i18n/trade.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { type History, useHistory } from '../../orders/use-history.ts';
import { byDecimal, byNumber, byText } from '../../../../features/tables/by.ts';
import { RowsLoading } from './RowsLoading.tsx';
import { PastOrdersTable } from '../../../../features/orders/tables/PastOrdersTable.tsx';
import { SideWord } from '../../../../features/orders/tables/SideWord.tsx';
import { type Column, SortTable } from '../../../../features/tables/SortTable.tsx';
import styles from './cells.module.css';

export interface HistoryTableProps {
  /** The market whose orders are listed; null for all markets. */
  readonly symbol: string | null;
  readonly own: OrderMap;
}

/** The customer's past orders as a table. */
export function HistoryTable({ symbol, own }: HistoryTableProps) {
  const t = useTexts(tradeTexts);
  const { tables } = useTexts(workspaceTexts);
  const history = useHistory(symbol, own);
  const { orders } = history;
  return (
    <Paged history={history} isEmpty={orders?.length === 0} empty={[t.noHistory, t.noHistoryText]}>
      <PastOrdersTable label={tables.history} orders={orders ?? []} />
    </Paged>
  );
}

interface OwnFill extends OrderFill {
  readonly order: Order;
}

/** The fills of these orders, newest first. */
const fillsOf = (orders: readonly Order[]): readonly OwnFill[] =>
  orders
    .flatMap((order) => (order.fills ?? []).map((fill) => ({ ...fill, order })))
    .toSorted((a, b) => b.time - a.time);

/** The customer's own trades as a table. */
export function FillsTable({ symbol, own }: HistoryTableProps) {
  const t = useTexts(tradeTexts);
  const { tables } = useTexts(workspaceTexts);
  const workspace = useTexts(workspaceTableTexts);
  const history = useHistory(symbol, own);
  const fills = useMemo(() => fillsOf(history.orders ?? []), [history.orders]);
  const { columns: c } = workspace;
  const columns: readonly Column<OwnFill>[] = [
    {
      id: 'time',
      title: c.time,
      isText: true,
      renderCell: ({ time }) => formatTimestamp(time),
      compare: byNumber((f) => f.time),
    },
    {
      id: 'market',
      title: c.market,
      isText: true,
      renderCell: (f) => f.order.symbol,
      compare: byText((f) => f.order.symbol),
    },
    {
      id: 'side',
      title: c.side,
      isText: true,
      renderCell: ({ order }) => <SideWord side={order.side} />,
      compare: byText((f) => f.order.side),
    },
    { id: 'price', title: c.price, renderCell: (f) => formatPrice(f.price), compare: byDecimal((f) => f.price) },
    {
      id: 'quantity',
      title: c.quantity,
      renderCell: (f) => formatAmount(f.quantity),
      compare: byDecimal((f) => f.quantity),
    },
    { id: 'total', title: c.total, renderCell: (f) => formatAmount(f.amount), compare: byDecimal((f) => f.amount) },
    {
      id: 'fee',
      title: c.fee,
      renderCell: ({ fee, feeCoin }) => `${formatBalance(fee, feeCoin)} ${feeCoin}`,
      compare: byDecimal((f) => f.fee),
    },
    { id: 'role', title: c.role, renderCell: ({ role }) => t[role], compare: byText((f) => f.role) },
  ];
  return (
    <Paged
      history={history}
      isEmpty={history.orders !== null && fills.length === 0}
      empty={[workspace.noFills, workspace.noFillsText]}
    >
      <SortTable label={tables.fills} columns={columns} rows={fills} keyOf={({ id }) => id} testId="fill-row" />
    </Paged>
  );
}

interface PagedProps {
  readonly history: History;
  readonly isEmpty: boolean;
  readonly empty: readonly [title: string, text: string];
  readonly children: ReactNode;
}

/** A list that loads more on demand, with its states. */
function Paged({ history: { orders, error, more, loadMore, retry }, isEmpty, empty, children }: PagedProps) {
  const t = useTexts(tradeTexts);
  if (orders === null) return error ? <ErrorState error={error} onRetry={retry} /> : <RowsLoading />;
  if (isEmpty && more === 'none') return <Empty title={empty[0]}>{empty[1]}</Empty>;
  return (
    <>
      {children}
      <div className={styles.end}>
        {more === 'none' ? (
          t.noMore
        ) : (
          <Button variant="link" size="small" busy={more === 'loading'} onClick={loadMore}>
            {more === 'loading' ? t.loading : t.loadMore}
          </Button>
        )}
      </div>
    </>
  );
}
