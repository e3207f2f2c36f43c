import { answeredAsOf } from '@fft/client';
import { calls, type CallInput } from '@fft/contract';
import { formatClock } from '@fft/kit';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { saveText } from '../../lib/files/index.ts';
import { IconButton, toast } from '../../ui/kit/index.ts';
import { inOneSession } from '../../features/session/index.ts';
import { historyTexts } from './history-texts.ts';
import { asOfTexts } from '../../ui/kit/as-of-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { orderCsv } from './order-csv.ts';
import { type OrderPage, readOrders } from './read-orders.ts';

export type OrderFilter = Pick<CallInput<typeof calls.trade.history>, 'symbol' | 'side' | 'state' | 'from' | 'to'>;

/** Longer than usual: the text explains the next step. */
const partToastMs = 5000;

async function readPage(filter: OrderFilter, cursor: string | null): Promise<OrderPage> {
  const page = await callApi(calls.trade.history, { ...filter, limit: 100, ...(cursor !== null && { cursor }) });
  return { ...page, asOf: answeredAsOf(page) ?? null };
}

/** Exports the filtered orders to a file. */
export function ExportOrders({ filter }: { readonly filter: OrderFilter }) {
  const t = useTexts(historyTexts);
  const { asOf: asOfText } = useTexts(asOfTexts);
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const { orders, isWhole, asOf } = await readOrders(inOneSession((cursor) => readPage(filter, cursor)));
      const count = orders.length;
      if (count > 0) saveText('orders.csv', orderCsv(orders, t.columns), 'text/csv');
      const done = isWhole ? (count === 0 ? t.csvNone : t.csvDone(count)) : t.csvFirst(count);
      const isLong = !isWhole || asOf !== null;
      toast(
        asOf === null ? done : `${done} · ${asOfText(formatClock(asOf))}`,
        isLong ? { durationMs: partToastMs } : {},
      );
    } catch {
      // The customer has been notified, or has left the page.
    } finally {
      setBusy(false);
    }
  }

  return <IconButton icon="download" label={t.csv} aria-busy={busy || undefined} onClick={() => void save()} />;
}
