import type { Order } from '@fft/contract';
import { useMemo } from 'react';
import { formatAmount, formatBalance, formatPrice, formatTimestamp, missing } from '../../../lib/format/index.ts';
import { Button, Empty, OnceOpened } from '../../../ui/kit/index.ts';
import { isAmendable } from '../amend-terms.ts';
import { filledPercent } from '../filled-percent.ts';
import { CancelQuestion } from '../lazy-cancel-question.ts';
import { AmendSheet } from '../lazy-amend.ts';
import { orderKind } from '../order-kind.ts';
import { isPair, pairOrders } from '../pair-orders.ts';
import { legsOf, trailOf, trailStart } from '../trail.ts';
import { useAmendRefusal } from '../use-amend-refusal.ts';
import { useAmendSheet } from '../use-amend-sheet.ts';
import { useCancel } from '../use-cancel.ts';
import { useCancelRefusal } from '../use-cancel-refusal.ts';
import { amendTexts } from '../../../i18n/amend.ts';
import { workspaceTexts } from '../../../i18n/workspace.ts';
import { workspaceTableTexts } from './workspace-tables-texts.ts';
import { orderParentTexts } from '../order-parents-texts.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import { useTexts } from '../../../i18n/index.ts';
import { byDecimal, byNumber, byText, type Column, SortTable } from '../../tables/index.ts';
import { SideWord } from './SideWord.tsx';
import styles from './OrderTables.module.css';

interface OpenRow {
  readonly order: Order;
  /** The order that is cancelled with this one's button: of a pair its stop, which takes the other along. */
  readonly cancels: Order;
  readonly isOfPair: boolean;
}

const singleRows = new WeakMap<Order, OpenRow>();

/** The row of an order that is alone; the same for the same order, so that it isn't rendered again. */
function singleRow(order: Order): OpenRow {
  let row = singleRows.get(order);
  if (row === undefined) singleRows.set(order, (row = { order, cancels: order, isOfPair: false }));
  return row;
}

const rowsOf = (orders: readonly Order[]): readonly OpenRow[] =>
  pairOrders(orders).flatMap((entry): readonly OpenRow[] =>
    isPair(entry)
      ? [entry.limit, entry.stop].map((order) => ({ order, cancels: entry.stop, isOfPair: true }))
      : [singleRow(entry)],
  );

/** The open orders as a table, with a sheet to amend one, and a confirmation before one is cancelled. */
export function OpenOrdersTable({ orders }: { readonly orders: readonly Order[] }) {
  const t = useTexts(tradeTexts);
  const { tables } = useTexts(workspaceTexts);
  const { asked, busy, ask, confirm } = useCancel();
  const { order: amended, open, show, close } = useAmendSheet();
  const rows = useMemo(() => rowsOf(orders), [orders]);
  const hasTriggers = rows.some(({ order }) => order.stopPrice !== undefined);
  const columns = useColumns({ hasTriggers, onAmend: show, onCancel: ask });
  if (orders.length === 0) return <Empty title={t.noOpenOrders}>{t.noOpenOrdersText}</Empty>;
  return (
    <>
      <SortTable
        label={tables.open(rows.length)}
        columns={columns}
        rows={rows}
        keyOf={({ order }) => order.id}
        testId="order-row"
      />
      <OnceOpened open={open}>
        <AmendSheet order={amended} open={open} onClose={close} />
      </OnceOpened>
      <OnceOpened open={asked !== null}>
        <CancelQuestion order={asked} busy={busy} onConfirm={confirm} onKeep={() => ask(null)} />
      </OnceOpened>
    </>
  );
}

interface ColumnOptions {
  /** Without any, the column of triggers is left out, and a narrow table has room for what is filled. */
  readonly hasTriggers: boolean;
  readonly onAmend: (order: Order) => void;
  readonly onCancel: (order: Order) => void;
}

/** The table's columns; the same list until the language changes, if the actions are the same. */
function useColumns({ hasTriggers, onAmend, onCancel }: ColumnOptions): readonly Column<OpenRow>[] {
  const t = useTexts(tradeTexts);
  const parents = useTexts(orderParentTexts);
  const { columns: c } = useTexts(workspaceTableTexts);
  return useMemo(() => {
    const typeOf = ({ order, isOfPair }: OpenRow): string => {
      const kind = t.kindsShort[orderKind(order)];
      const legs = legsOf(order, parents.legs);
      if (legs !== null) return `${kind} · ${legs}`;
      if (isOfPair) return order.parent ? `${parents[order.parent.kind]} · ${kind}` : `OCO · ${kind}`;
      const trail = trailOf(order);
      if (trail !== null) return `${kind} · ${parents.trails(trail, trailStart(order))}`;
      return order.parent ? `${parents[order.parent.kind]} · ${kind}` : kind;
    };
    const trigger: Column<OpenRow> = {
      id: 'trigger',
      title: c.trigger,
      renderCell: ({ order }) => (order.stopPrice === undefined ? missing : formatPrice(order.stopPrice)),
      compare: byDecimal(({ order }) => order.stopPrice),
    };
    return [
      {
        id: 'time',
        isMinor: true,
        title: c.time,
        isText: true,
        renderCell: ({ order }) => formatTimestamp(order.time),
        compare: byNumber(({ order }) => order.time),
      },
      {
        id: 'market',
        title: c.market,
        isText: true,
        renderCell: ({ order }) => order.symbol,
        compare: byText(({ order }) => order.symbol),
      },
      { id: 'type', title: c.type, isText: true, isMinor: true, renderCell: typeOf, compare: byText(typeOf) },
      {
        id: 'side',
        title: c.side,
        isText: true,
        renderCell: ({ order: { side } }) => <SideWord side={side} />,
        compare: byText(({ order }) => order.side),
      },
      {
        id: 'price',
        title: c.price,
        renderCell: ({ order }) => (order.price === null ? t.marketPrice : formatPrice(order.price)),
        compare: byDecimal(({ order }) => order.price),
      },
      ...(hasTriggers ? [trigger] : []),
      {
        id: 'quantity',
        title: c.quantity,
        renderCell: ({ order }) => formatAmount(order.quantity ?? order.amount),
        compare: byDecimal(({ order }) => order.quantity ?? order.amount),
      },
      {
        id: 'filled',
        isMinor: hasTriggers,
        title: c.filled,
        renderCell: ({ order }) => `${filledPercent(order)}%`,
        compare: byNumber(({ order }) => filledPercent(order)),
      },
      {
        id: 'total',
        isMinor: true,
        title: c.total,
        renderCell: ({ order }) => formatBalance(order.delegatedTotal, order.symbol.split('/')[1] ?? ''),
        compare: byDecimal(({ order }) => order.delegatedTotal),
      },
      {
        id: 'action',
        title: c.action,
        sticks: true,
        renderCell: ({ order, cancels, isOfPair }) => (
          <>
            {!isOfPair && isAmendable(order) && <Amend order={order} onAmend={onAmend} />}
            <Cancel order={cancels} onCancel={onCancel} />
          </>
        ),
      },
    ];
  }, [t, parents, c, hasTriggers, onAmend, onCancel]);
}

function Amend({ order, onAmend }: { readonly order: Order; readonly onAmend: (order: Order) => void }) {
  const t = useTexts(amendTexts);
  const reason = useAmendRefusal(order.symbol);
  return (
    <Button
      variant="link"
      size="small"
      className={styles.action}
      aria-haspopup="dialog"
      disabledReason={reason}
      onClick={() => onAmend(order)}
    >
      {t.amend}
    </Button>
  );
}

function Cancel({ order, onCancel }: { readonly order: Order; readonly onCancel: (order: Order) => void }) {
  const t = useTexts(tradeTexts);
  const reason = useCancelRefusal();
  return (
    <Button
      variant="link"
      size="small"
      className={styles.action}
      aria-haspopup="dialog"
      disabledReason={reason}
      onClick={() => onCancel(order)}
    >
      {t.cancelOrder}
    </Button>
  );
}
