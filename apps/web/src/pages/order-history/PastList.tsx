import { calls, type Order } from '@fft/contract';
import { type ComponentType, useEffect } from 'react';
import { refreshPages, usePages } from '../../api/index.ts';
import { AsOf, Button, Empty, ErrorState, ListEnd, StaleNote } from '../../ui/kit/index.ts';
import { endedOrders, newestOf, type OrderMap } from '../../features/live/order-merge.ts';
import { withState } from '../../features/orders/pair-orders.ts';
import { navigate } from '../../lib/routing/index.ts';
import { historyTexts } from './history-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import type { OrderFilter } from './ExportOrders.tsx';
import { Loading } from './Loading.tsx';
import styles from './History.module.css';

export interface PastListProps {
  readonly filter: OrderFilter;
  readonly own: OrderMap;
  readonly onClear: () => void;
  /** Lists the orders: as lines, or as a table. */
  readonly List: ComponentType<{ readonly orders: readonly Order[] }>;
}

/** Past orders that fit the filter, page by page. */
export function PastList({ filter, own, onClear, List }: PastListProps) {
  const t = useTexts(historyTexts);
  const trade = useTexts(tradeTexts);
  const { items, at, asOf, error, more, loadMore, retry, retrying } = usePages(calls.trade.history, {
    ...filter,
    wholePairs: true,
  });
  const ended = endedOrders([], own)
    .map(({ id }) => id)
    .join();

  // The stream reports immediately that the order has ended; only the call returns its fills.
  useEffect(() => {
    if (ended !== '') refreshPages(calls.trade.history);
  }, [ended]);

  if (items === null) return error ? <ErrorState error={error} onRetry={retry} busy={retrying} /> : <Loading />;
  const orders = withState(newestOf(items, own), filter.state);
  if (orders.length === 0) {
    return (
      <>
        <AsOf time={asOf} />
        {Object.keys(filter).length > 0 ? (
          <Empty title={t.emptyFiltered} action={<Button onClick={onClear}>{t.clearFilters}</Button>} />
        ) : (
          <Empty
            drawing="chart"
            title={trade.noHistory}
            action={<Button onClick={() => navigate('/pages/home/trade')}>{t.toTrade}</Button>}
          >
            {trade.noHistoryText}
          </Empty>
        )}
      </>
    );
  }
  return (
    <>
      <AsOf time={asOf} />
      {error && <StaleNote at={at} onRetry={retry} busy={retrying} className={styles.stale} />}
      <List orders={orders} />
      <ListEnd more={more} onMore={loadMore} failed={error !== null} />
    </>
  );
}
