import { calls, type Order } from '@fft/contract';
import { useEffect, useState, type ReactNode } from 'react';
import { refreshPages, useCall, usePages } from '../../api/index.ts';
import { DateChip, everyDay, timesOf } from '../../ui/dates/index.ts';
import {
  AsOf,
  Button,
  Choice,
  Delayed,
  Empty,
  ErrorState,
  ListEnd,
  Skeleton,
  StaleNote,
  UnderlineTabs,
} from '../../ui/kit/index.ts';
import { endedOrders, newestOf, openOrders, type OrderMap } from '../../features/live/order-merge.ts';
import { useOwnOrders } from '../../features/live/orders.ts';
import { navigate, useParameters } from '../../lib/routing/index.ts';
import { LoggedIn } from '../../features/session/index.ts';
import { Page } from '../../features/shell/index.ts';
import { historyTexts } from '../../i18n/history.ts';
import { useTexts } from '../../i18n/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import { PastOrders } from '../../features/orders/PastOrders.tsx';
import { pairOrders, withState } from '../../features/orders/pair-orders.ts';
import { OpenOrders } from '../../features/orders/OpenOrders.tsx';
import { ExportOrders, type OrderFilter } from './ExportOrders.tsx';
import styles from './History.module.css';

type List = 'open' | 'past';
const none: OrderMap = new Map();
const all = '';

/** All of the customer's orders, open and past, filtered, with their fills and an export. */
export function OrderHistoryPage() {
  const t = useTexts(historyTexts);
  const symbol = useParameters().get('symbol');
  const [filter, setFilter] = useState<OrderFilter>(symbol === null ? {} : { symbol });
  const [dates, setDates] = useState(everyDay);
  const [list, setList] = useState<List>('past');
  const own = useOwnOrders();
  const past = { ...filter, ...timesOf(dates) };
  const isOfFilter = (order: Order): boolean =>
    (filter.symbol ?? order.symbol) === order.symbol && (filter.side ?? order.side) === order.side;
  const open = openOrders(own?.value ?? none).filter(isOfFilter);
  return (
    <LoggedIn>
      <Page
        title={t.title}
        back={{ fallback: '/pages/home/trade' }}
        actions={<ExportOrders filter={past} />}
        top={
          <Filters filter={filter} withState={list === 'past'} onChange={setFilter}>
            {list === 'past' && <DateChip dates={dates} onChange={setDates} />}
          </Filters>
        }
      >
        <UnderlineTabs
          label={t.lists}
          className={styles.lists ?? ''}
          tabs={[
            { value: 'past', label: t.past },
            { value: 'open', label: own?.value == null ? t.openAlone : t.open(pairOrders(open).length) },
          ]}
          value={list}
          onChange={setList}
        >
          {list === 'open' ? (
            <OpenList status={own?.status ?? 'loading'} error={own?.error} known={own?.value != null} orders={open} />
          ) : (
            <PastList
              filter={past}
              own={own?.value ?? none}
              onClear={() => {
                setFilter({});
                setDates(everyDay);
              }}
            />
          )}
        </UnderlineTabs>
      </Page>
    </LoggedIn>
  );
}

interface FiltersProps {
  readonly filter: OrderFilter;
  readonly withState: boolean;
  readonly onChange: (filter: OrderFilter) => void;
  readonly children: ReactNode;
}

function Filters({ filter, withState, onChange, children }: FiltersProps) {
  const t = useTexts(historyTexts);
  const trade = useTexts(tradeTexts);
  const markets = useCall(calls.market.list, {}, { quiet: true, staleTimeMs: 300_000 }).data ?? [];
  const { symbol, side, state } = filter;
  return (
    <div className={styles.filters}>
      <Choice
        label={t.market}
        look="small"
        value={symbol ?? all}
        options={[{ value: all, label: t.allMarkets }, ...markets.map((each) => option(each.symbol, each.symbol))]}
        onChange={(chosen) => onChange(without(filter, 'symbol', chosen))}
      />
      <Choice
        label={t.side}
        look="small"
        value={side ?? all}
        options={[option(all, t.allSides), option('buy', trade.buy), option('sell', trade.sell)]}
        onChange={(chosen) => onChange(without(filter, 'side', chosen))}
      />
      {withState && (
        <Choice
          label={t.state}
          look="small"
          value={state ?? all}
          options={[
            option(all, t.allStates),
            option('filled', trade.state.filled),
            option('cancelled', trade.state.cancelled),
            option('processing', trade.state.processing),
          ]}
          onChange={(chosen) => onChange(without(filter, 'state', chosen))}
        />
      )}
      {children}
    </div>
  );
}

const option = (value: string, label: string) => ({ value, label });

/** Changes one part of the filter; an empty value removes it. */
function without(filter: OrderFilter, part: keyof OrderFilter, value: string): OrderFilter {
  const { [part]: _before, ...rest } = filter;
  return value === all ? rest : { ...rest, [part]: value };
}

interface OpenListProps {
  readonly status: string;
  readonly error: unknown;
  readonly known: boolean;
  readonly orders: readonly Order[];
}

function OpenList({ status, error, known, orders }: OpenListProps) {
  if (known) return <OpenOrders orders={orders} />;
  return status === 'failed' ? <ErrorState error={error} /> : <Loading />;
}

interface PastListProps {
  readonly filter: OrderFilter;
  readonly own: OrderMap;
  readonly onClear: () => void;
}

function PastList({ filter, own, onClear }: PastListProps) {
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
      <PastOrders orders={orders} />
      <ListEnd more={more} onMore={loadMore} failed={error !== null} />
    </>
  );
}

function Loading() {
  return (
    <Delayed>
      <div className={styles.loading} aria-hidden="true">
        {[0, 1, 2].map((row) => (
          <div key={row} className={styles.shape}>
            <Skeleton width="45%" height={18} />
            {[1, 2, 3, 4].map((line) => (
              <div key={line} className={styles.line}>
                <Skeleton width="25%" height={12} />
                <Skeleton width="35%" height={12} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </Delayed>
  );
}
