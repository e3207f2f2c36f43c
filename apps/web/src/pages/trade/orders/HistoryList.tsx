import { Button, Delayed, Empty, ErrorState, Skeleton } from '../../../ui/kit/index.ts';
import type { OrderMap } from '../../../features/live/order-merge.ts';
import { useTexts } from '../../../i18n/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import { PastOrders } from '../../../features/orders/PastOrders.tsx';
import { useHistory } from './use-history.ts';
import styles from './HistoryList.module.css';

export interface HistoryListProps {
  /** The market whose orders are listed; null for all markets. */
  readonly symbol: string | null;
  readonly own: OrderMap;
}

/** The customer's past orders, with more on demand. */
export function HistoryList({ symbol, own }: HistoryListProps) {
  const t = useTexts(tradeTexts);
  const { orders, error, more, loadMore, retry } = useHistory(symbol, own);
  if (orders === null) {
    return error ? (
      <ErrorState error={error} onRetry={retry} />
    ) : (
      <Delayed>
        <div className={styles.loading} aria-hidden="true">
          {Array.from({ length: 3 }, (_, row) => (
            <Skeleton key={row} height={72} />
          ))}
        </div>
      </Delayed>
    );
  }
  if (orders.length === 0 && more === 'none') return <Empty title={t.noHistory}>{t.noHistoryText}</Empty>;
  return (
    <>
      <PastOrders orders={orders} />
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
