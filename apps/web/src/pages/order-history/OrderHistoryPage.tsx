import type { Order } from '@fft/contract';
import { useState } from 'react';
import { DateChip, everyDay, timesOf } from '../../ui/dates/index.ts';
import { ErrorState, UnderlineTabs } from '../../ui/kit/index.ts';
import { lazyContent } from '../../ui/lazy/index.ts';
import { openOrders, type OrderMap } from '../../features/live/order-merge.ts';
import { useOwnOrders } from '../../features/live/orders.ts';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { useParameters } from '../../lib/routing/index.ts';
import { LoggedIn } from '../../features/session/index.ts';
import { Page } from '../../features/shell/index.ts';
import { historyTexts } from './history-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { OpenOrders } from '../../features/orders/OpenOrders.tsx';
import { PastOrders } from '../../features/orders/PastOrders.tsx';
import { ExportOrders, type OrderFilter } from './ExportOrders.tsx';
import { Filters } from './Filters.tsx';
import { type HistoryProps, type List, useListTabs } from './history-lists.ts';
import { Loading } from './Loading.tsx';
import { PastList } from './PastList.tsx';
import styles from './History.module.css';

const WideOrderHistory = lazyContent(
  () => import('./wide/WideOrderHistory.tsx').then((m) => m.WideOrderHistory),
  () => null,
);

const none: OrderMap = new Map();

/** All of the customer's orders, open and past, filtered, with their fills and an export; in a wide window as tables. */
export function OrderHistoryPage() {
  const symbol = useParameters().get('symbol');
  const [filter, setFilter] = useState<OrderFilter>(symbol === null ? {} : { symbol });
  const [dates, setDates] = useState(everyDay);
  const [list, setList] = useState<List>('past');
  const own = useOwnOrders();
  const isWide = useIsWide();
  const isOfFilter = (order: Order): boolean =>
    (filter.symbol ?? order.symbol) === order.symbol && (filter.side ?? order.side) === order.side;
  const History = isWide ? WideOrderHistory : PhoneHistory;
  return (
    <LoggedIn>
      <History
        list={list}
        filter={filter}
        dates={dates}
        own={own?.value ?? none}
        open={own?.value == null ? null : openOrders(own.value).filter(isOfFilter)}
        error={own?.status === 'failed' ? own.error : null}
        onList={setList}
        onFilter={setFilter}
        onDates={setDates}
        onClear={() => {
          setFilter({});
          setDates(everyDay);
        }}
      />
    </LoggedIn>
  );
}

function PhoneHistory({ list, filter, dates, own, open, error, ...on }: HistoryProps) {
  const t = useTexts(historyTexts);
  const tabs = useListTabs(open);
  const past = { ...filter, ...timesOf(dates) };
  return (
    <Page
      title={t.title}
      back={{ fallback: '/pages/home/trade' }}
      actions={<ExportOrders filter={past} />}
      top={
        <Filters filter={filter} withState={list === 'past'} onChange={on.onFilter}>
          {list === 'past' && <DateChip dates={dates} onChange={on.onDates} />}
        </Filters>
      }
    >
      <UnderlineTabs label={t.lists} className={styles.lists ?? ''} tabs={tabs} value={list} onChange={on.onList}>
        {list === 'past' ? (
          <PastList filter={past} own={own} onClear={on.onClear} List={PastOrders} />
        ) : open !== null ? (
          <OpenOrders orders={open} />
        ) : error !== null ? (
          <ErrorState error={error} />
        ) : (
          <Loading />
        )}
      </UnderlineTabs>
    </Page>
  );
}
