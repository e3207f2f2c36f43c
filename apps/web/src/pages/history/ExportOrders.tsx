import { calls, type CallInput, type Order } from '@fft/contract';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { saveText } from '../../files/index.ts';
import { IconButton, toast } from '../../kit/index.ts';
import { historyTexts } from '../../texts/history.ts';
import { useTexts } from '../../texts/index.ts';
import { orderCsv } from './order-csv.ts';

/** Past this many orders a further file begins where the customer narrows the filters. */
const ordersMost = 10_000;

export type OrderFilter = Pick<CallInput<typeof calls.trade.history>, 'symbol' | 'side' | 'state' | 'from' | 'to'>;

/** The orders that the filter lets through as a file. */
export function ExportOrders({ filter }: { readonly filter: OrderFilter }) {
  const t = useTexts(historyTexts);
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const orders = await readAll(filter);
      if (orders.length > 0) saveText('orders.csv', orderCsv(orders, t.columns), 'text/csv');
      toast(orders.length === 0 ? t.csvNone : t.csvDone(orders.length));
    } catch {
      // The customer has been told.
    } finally {
      setBusy(false);
    }
  }

  return <IconButton icon="download" label={t.csv} aria-busy={busy || undefined} onClick={() => void save()} />;
}

async function readAll(filter: OrderFilter): Promise<readonly Order[]> {
  const orders: Order[] = [];
  let cursor: string | null = null;
  do {
    const page: { readonly items: Order[]; readonly next: string | null } = await callApi(calls.trade.history, {
      ...filter,
      limit: 100,
      ...(cursor !== null && { cursor }),
    });
    orders.push(...page.items);
    cursor = page.next;
  } while (cursor !== null && orders.length < ordersMost);
  return orders;
}
