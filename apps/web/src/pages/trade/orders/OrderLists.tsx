import type { Market } from '@fft/contract';
import { useState } from 'react';
import { Button, Empty, UnderlineTabs } from '../../../ui/kit/index.ts';
import { lazyContent } from '../../../ui/lazy/index.ts';
import { openOrders, type OrderMap } from '../../../features/live/order-merge.ts';
import { useOwnOrders } from '../../../features/live/orders.ts';
import { navigate, useLocation } from '../../../lib/routing/index.ts';
import { loginPath } from '../../../features/session/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import { pairOrders } from '../../../features/orders/pair-orders.ts';
import { OrdersLoading } from './OrdersLoading.tsx';
import { TradesList } from '../../../features/market-panels/TradesList.tsx';
import styles from './OrderLists.module.css';

type List = 'open' | 'trades' | 'history';
const none: OrderMap = new Map();

/** Loaded later: form and book work without it. */
const OwnOrders = lazyContent(() => import('./OwnOrders.tsx').then((late) => late.OwnOrders), OrdersLoading);

/** Tabs below form and book: open orders, market trades, and past orders. */
export function OrderLists({ market }: { readonly market: Market }) {
  const t = useTexts(tradeTexts);
  const own = useOwnOrders();
  const [list, setList] = useState<List>('open');
  const [hideOthers, setHideOthers] = useState(true);
  const open = openOrders(own?.value ?? none).filter(({ symbol }) => !hideOthers || symbol === market.symbol);

  return (
    <UnderlineTabs
      label={t.lists}
      className={styles.lists ?? ''}
      tabs={[
        { value: 'open', label: t.openOrders(pairOrders(open).length) },
        { value: 'trades', label: t.trades },
        { value: 'history', label: t.history },
      ]}
      value={list}
      onChange={setList}
    >
      {list === 'trades' ? (
        <TradesList market={market} page="trade" />
      ) : own === null ? (
        <LoggedOut />
      ) : (
        <OwnOrders
          list={list}
          own={own}
          open={open}
          symbol={hideOthers ? market.symbol : null}
          hideOthers={hideOthers}
          onHideOthers={setHideOthers}
        />
      )}
    </UnderlineTabs>
  );
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
