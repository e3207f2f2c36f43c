import type { Order } from '@fft/contract';
import { useState } from 'react';
import { WidePage } from '../../../features/account/WidePage.tsx';
import { OpenOrdersTable } from '../../../features/orders/tables/OpenOrdersTable.tsx';
import { PastOrdersTable } from '../../../features/orders/tables/PastOrdersTable.tsx';
import { DateChip, timesOf } from '../../../ui/dates/index.ts';
import { ErrorState, UnderlineTabs, Sheet, useLeaving } from '../../../ui/kit/index.ts';
import { historyTexts } from '../history-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { ExportOrders } from '../ExportOrders.tsx';
import { Filters } from '../Filters.tsx';
import { type HistoryProps, useListTabs } from '../history-lists.ts';
import { Loading } from '../Loading.tsx';
import { PastList } from '../PastList.tsx';
import styles from './WideOrderHistory.module.css';
import { HistoryRow } from '../../../features/orders/HistoryRow.tsx';

/** The customer's orders in a wide window: tables that sort by their headings. */
export function WideOrderHistory({ list, filter, dates, own, open, error, ...on }: HistoryProps) {
  const t = useTexts(historyTexts);
  const tabs = useListTabs(open);
  const past = { ...filter, ...timesOf(dates) };
  return (
    <WidePage
      title={t.title}
      current="orders"
      tools={
        <>
          <div className={styles.filters}>
            <Filters filter={filter} withState={list === 'past'} onChange={on.onFilter}>
              {list === 'past' && <DateChip dates={dates} onChange={on.onDates} />}
            </Filters>
          </div>
          <ExportOrders filter={past} />
        </>
      }
    >
      <UnderlineTabs label={t.lists} className={styles.lists} tabs={tabs} value={list} onChange={on.onList}>
        {list === 'past' ? (
          <PastList filter={past} own={own} onClear={on.onClear} List={PastTable} />
        ) : open !== null ? (
          <OpenOrdersTable orders={open} />
        ) : error !== null ? (
          <ErrorState error={error} />
        ) : (
          <Loading />
        )}
      </UnderlineTabs>
    </WidePage>
  );
}

/** Past orders as a table; an order's type opens its terms and fills. */
function PastTable({ orders }: { readonly orders: readonly Order[] }) {
  const t = useTexts(historyTexts);
  const [opened, setOpened] = useState<Order | null>(null);
  return (
    <>
      <PastOrdersTable label={t.past} orders={orders} onOpen={setOpened} />
      {opened !== null && <OrderSheet key={opened.id} order={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** A past order with its terms, its outcome and its fills. */
function OrderSheet({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const t = useTexts(historyTexts);
  const { open, leave } = useLeaving(onClose);
  return (
    <Sheet open={open} onClose={leave} title={t.details}>
      <ul>
        <HistoryRow order={order} isOpen />
      </ul>
    </Sheet>
  );
}
