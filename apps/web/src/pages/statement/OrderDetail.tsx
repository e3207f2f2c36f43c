import { calls } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { HistoryRow } from '../../features/orders/HistoryRow.tsx';
import { CallView } from '../../features/shell/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';

/** An order with its terms, its result and its fills. */
export function OrderDetail({ id }: { readonly id: string }) {
  const found = useCall(calls.trade.history, { id }, { quiet: true });
  return (
    <CallView call={found} skeleton={<RowsSkeleton groups={[5]} look="facts" flush />}>
      {({ items: [order] }) =>
        order && (
          <ul>
            <HistoryRow order={order} isOpen />
          </ul>
        )
      }
    </CallView>
  );
}
