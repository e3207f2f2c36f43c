import type { Order } from '@fft/contract';
import type { OrderMap } from '../../features/live/order-merge.ts';
import { pairOrders } from '../../features/orders/pair-orders.ts';
import { historyTexts } from './history-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import type { DateRange } from '../../ui/dates/index.ts';
import type { OrderFilter } from './ExportOrders.tsx';

export type List = 'open' | 'past';

/** The orders that are listed, and how they are chosen. */
export interface HistoryProps {
  readonly list: List;
  readonly filter: OrderFilter;
  readonly dates: DateRange;
  readonly own: OrderMap;
  /** The open orders that fit the filter; null until they are known. */
  readonly open: readonly Order[] | null;
  /** Why the open orders did not load, or null. */
  readonly error: unknown;
  readonly onList: (list: List) => void;
  readonly onFilter: (filter: OrderFilter) => void;
  readonly onDates: (dates: DateRange) => void;
  readonly onClear: () => void;
}

/** The tabs of both lists, with the number of open orders once it is known. */
export function useListTabs(open: HistoryProps['open']): readonly { readonly value: List; readonly label: string }[] {
  const t = useTexts(historyTexts);
  return [
    { value: 'past', label: t.past },
    { value: 'open', label: open === null ? t.openAlone : t.open(pairOrders(open).length) },
  ];
}
