import type { Order } from '@fft/contract';
import { Checkbox, ErrorState, Button } from '../../../ui/kit/index.ts';
import type { Loadable } from '../../../features/live/loadable.ts';
import type { OrderMap } from '../../../features/live/order-merge.ts';
import { Link } from '../../../lib/routing/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import { HistoryList } from './HistoryList.tsx';
import { OpenOrders } from '../../../features/orders/OpenOrders.tsx';
import { OrdersLoading } from './OrdersLoading.tsx';
import styles from './OwnOrders.module.css';
import { useState } from 'react';
import { CancelAllQuestion } from './CancelAllQuestion.tsx';

export interface OwnOrdersProps {
  readonly list: 'open' | 'history';
  readonly own: Loadable<OrderMap>;
  /** The orders in the list of open orders. */
  readonly open: readonly Order[];
  /** The market whose orders are listed; null for all markets. */
  readonly symbol: string | null;
  readonly hideOthers: boolean;
  readonly onHideOthers: (hide: boolean) => void;
}

const none: OrderMap = new Map();

/** The customer's open or past orders, of one market or of all. */
export function OwnOrders({ list, own, open, symbol, hideOthers, onHideOthers }: OwnOrdersProps) {
  const t = useTexts(tradeTexts);
  return (
    <>
      <div className={styles.filter}>
        <Checkbox checked={hideOthers} onChange={onHideOthers}>
          {t.hideOthers}
        </Checkbox>
        {list === 'open' && open.length > 1 && <CancelAll symbol={symbol} />}
        <Link to="/pages/trade/history" className={styles.all}>
          {t.allOrders}
        </Link>
      </div>
      {list === 'history' ? (
        <HistoryList key={symbol} symbol={symbol} own={own.value ?? none} />
      ) : own.value !== null ? (
        <OpenOrders orders={open} />
      ) : own.status === 'failed' ? (
        <ErrorState error={own.error} />
      ) : (
        <OrdersLoading />
      )}
    </>
  );
}

/** Cancels all open orders of one market or of all, after a confirmation. */
function CancelAll({ symbol }: { readonly symbol: string | null }) {
  const t = useTexts(tradeTexts);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button variant="link" size="small" aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {t.cancelAll}
      </Button>
      <CancelAllQuestion symbol={symbol} open={asks} onClose={() => setAsks(false)} />
    </>
  );
}
