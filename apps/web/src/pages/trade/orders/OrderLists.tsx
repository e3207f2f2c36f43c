import type { Market } from '@fft/contract';
import { useState } from 'react';
import { Button, Checkbox, Delayed, Empty, ErrorState, Skeleton, UnderlineTabs } from '../../../kit/index.ts';
import type { Loadable } from '../../../live/loadable.ts';
import { openOrders, type OrderMap } from '../../../live/order-merge.ts';
import { useOwnOrders } from '../../../live/orders.ts';
import { Link, navigate, usePlace } from '../../../routing/index.ts';
import { loginPath } from '../../../session/index.ts';
import { useTexts } from '../../../texts/index.ts';
import { tradeTexts } from '../../../texts/trade.ts';
import { CancelAll } from './CancelAll.tsx';
import { HistoryList } from './HistoryList.tsx';
import { OpenOrders } from './OpenOrders.tsx';
import { TradesList } from './TradesList.tsx';
import styles from './OrderLists.module.css';

type List = 'open' | 'trades' | 'history';
const none: OrderMap = new Map();

/** Below form and book: my open orders, what everybody trades, what became of my past orders. */
export function OrderLists({ market }: { readonly market: Market }) {
  const t = useTexts(tradeTexts);
  const own = useOwnOrders();
  const [list, setList] = useState<List>('open');
  const [hideOthers, setHideOthers] = useState(true);
  const open = openOrders(own?.value ?? none).filter(({ symbol }) => !hideOthers || symbol === market.symbol);
  const symbol = hideOthers ? market.symbol : null;

  return (
    <UnderlineTabs
      label={t.lists}
      className={styles.lists ?? ''}
      tabs={[
        { value: 'open', label: t.openOrders(open.length) },
        { value: 'trades', label: t.trades },
        { value: 'history', label: t.history },
      ]}
      value={list}
      onChange={setList}
    >
      {list === 'trades' ? (
        <TradesList market={market} />
      ) : own === null ? (
        <LoggedOut />
      ) : (
        <>
          <div className={styles.filter}>
            <Checkbox checked={hideOthers} onChange={setHideOthers}>
              {t.hideOthers}
            </Checkbox>
            {list === 'open' && open.length > 1 && <CancelAll symbol={symbol} />}
            <Link to="/pages/trade/history" className={styles.all}>
              {t.allOrders}
            </Link>
          </div>
          {list === 'history' ? (
            <HistoryList key={symbol} symbol={symbol} own={own.value ?? none} />
          ) : own.value === null ? (
            <NotYet status={own.status} />
          ) : (
            <OpenOrders orders={open} />
          )}
        </>
      )}
    </UnderlineTabs>
  );
}

function NotYet({ status }: Pick<Loadable<OrderMap>, 'status'>) {
  if (status === 'failed') return <ErrorState />;
  return (
    <Delayed>
      <div className={styles.loading} aria-hidden="true">
        <Skeleton height={64} />
        <Skeleton height={64} />
      </div>
    </Delayed>
  );
}

function LoggedOut() {
  const t = useTexts(tradeTexts);
  const { pathname, search } = usePlace();
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
