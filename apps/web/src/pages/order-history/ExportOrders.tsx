import { calls, type CallInput } from '@fft/contract';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { saveText } from '../../lib/files/index.ts';
import { IconButton, toast } from '../../ui/kit/index.ts';
import { inOneSession } from '../../features/session/index.ts';
import { historyTexts } from '../../i18n/history.ts';
import { useTexts } from '../../i18n/index.ts';
import { orderCsv } from './order-csv.ts';
import { type OrderPage, readOrders } from './read-orders.ts';

export type OrderFilter = Pick<CallInput<typeof calls.trade.history>, 'symbol' | 'side' | 'state' | 'from' | 'to'>;

/** Longer than usual: the text explains the next step. */
const partToastMs = 5000;

const readPage = (filter: OrderFilter, cursor: string | null): Promise<OrderPage> =>
  callApi(calls.trade.history, { ...filter, limit: 100, ...(cursor !== null && { cursor }) });

/** Exports the filtered orders to a file. */
export function ExportOrders({ filter }: { readonly filter: OrderFilter }) {
  const t = useTexts(historyTexts);
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const { orders, isWhole } = await readOrders(inOneSession((cursor) => readPage(filter, cursor)));
      const count = orders.length;
      if (count > 0) saveText('orders.csv', orderCsv(orders, t.columns), 'text/csv');
      if (isWhole) toast(count === 0 ? t.csvNone : t.csvDone(count));
      else toast(t.csvFirst(count), { durationMs: partToastMs });
    } catch {
      // The customer has been notified, or has left the page.
    } finally {
      setBusy(false);
    }
  }

  return <IconButton icon="download" label={t.csv} aria-busy={busy || undefined} onClick={() => void save()} />;
}
