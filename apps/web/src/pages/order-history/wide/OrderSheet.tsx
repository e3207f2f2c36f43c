import type { Order } from '@fft/contract';
import { HistoryRow } from '../../../features/orders/HistoryRow.tsx';
import { Sheet, useLeaving } from '../../../ui/kit/index.ts';
import { historyTexts } from '../../../i18n/history.ts';
import { useTexts } from '../../../i18n/index.ts';

/** A past order with its terms, its outcome and its fills. */
export function OrderSheet({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
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
