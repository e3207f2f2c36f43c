import type { Market, Order } from '@fft/contract';
import { useMemo, useState } from 'react';
import { Button, Checkbox, classes, Empty, ErrorState, UnderlineTabs } from '../../../../ui/kit/index.ts';
import type { Loadable } from '../../../../features/live/loadable.ts';
import { openOrders, type OrderMap } from '../../../../features/live/order-merge.ts';
import { useOwnOrders } from '../../../../features/live/orders.ts';
import { loginPath } from '../../../../features/session/index.ts';
import { navigate, useLocation } from '../../../../lib/routing/index.ts';
import { workspaceTexts } from '../../../../i18n/workspace.ts';
import { tradeTexts } from '../../../../i18n/trade.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { PanelFrame } from '../layout/PanelFrame.tsx';
import { AutomaticTable, BalancesTable, FillsTable, HistoryTable, OpenOrdersTable } from '../lazy-parts.ts';
import { RowsLoading } from '../tables/RowsLoading.tsx';
import fade from '../../../../ui/scroll-fade.module.css';
import styles from './OrdersPanel.module.css';

const otherTables = ['automatic', 'history', 'fills', 'balances'] as const;
type Table = 'open' | (typeof otherTables)[number];
const none: OrderMap = new Map();

export interface OrdersPanelProps {
  readonly market: Market;
  /** Asks before all orders are cancelled, of this market or of all. */
  readonly onCancelAll: (symbol: string | null) => void;
}

/** The customer's open and past orders, trades and balances, as tables. */
export function OrdersPanel({ market, onCancelAll }: OrdersPanelProps) {
  const t = useTexts(workspaceTexts);
  const trade = useTexts(tradeTexts);
  const own = useOwnOrders();
  const [table, setTable] = useState<Table>('open');
  const [isHereOnly, setHereOnly] = useState(false);
  const orders = own?.value ?? none;
  const open = useMemo(
    () => openOrders(orders).filter(({ symbol }) => !isHereOnly || symbol === market.symbol),
    [orders, isHereOnly, market.symbol],
  );
  const symbol = isHereOnly ? market.symbol : null;
  return (
    <PanelFrame
      name="orders"
      title={t.panels.orders}
      head={
        <UnderlineTabs
          label={t.tables.label}
          className={classes(styles.tabs, fade.inside)}
          tabs={[
            { value: 'open', label: t.tables.open(open.length) },
            ...otherTables.map((value) => ({ value, label: t.tables[value] })),
          ]}
          value={table}
          onChange={setTable}
        />
      }
      aside={
        own !== null && (
          <div className={styles.options}>
            {table !== 'balances' && (
              <Checkbox checked={isHereOnly} onChange={setHereOnly}>
                {t.thisMarket}
              </Checkbox>
            )}
            {table === 'open' && open.length > 0 && (
              <Button
                variant="link"
                size="small"
                className={styles.cancel}
                aria-haspopup="dialog"
                onClick={() => onCancelAll(symbol)}
              >
                {trade.cancelAll}
              </Button>
            )}
          </div>
        )
      }
      className={styles.body}
    >
      {own === null ? (
        <LoggedOut />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys reach and scroll it, also without rows
        <div tabIndex={0} role="group" className={styles.content} aria-label={t.panels.orders}>
          {table === 'balances' ? (
            <BalancesTable />
          ) : table === 'automatic' ? (
            <AutomaticTable symbol={symbol} own={orders} />
          ) : table === 'history' ? (
            <HistoryTable key={symbol} symbol={symbol} own={orders} />
          ) : table === 'fills' ? (
            <FillsTable key={symbol} symbol={symbol} own={orders} />
          ) : (
            <Open own={own} orders={open} />
          )}
        </div>
      )}
    </PanelFrame>
  );
}

function Open({ own, orders }: { readonly own: Loadable<OrderMap>; readonly orders: readonly Order[] }) {
  if (own.value !== null) return <OpenOrdersTable orders={orders} />;
  return own.status === 'failed' ? <ErrorState error={own.error} /> : <RowsLoading />;
}

function LoggedOut() {
  const t = useTexts(tradeTexts);
  const { pathname, search } = useLocation();
  return (
    <Empty
      title={t.logInForOrders}
      action={
        <Button variant="secondary" onClick={() => navigate(loginPath(pathname + search))}>
          {t.logIn}
        </Button>
      }
    />
  );
}
