import type { Order } from '@fft/contract';
import { formatAmount, formatPrice } from '../../../format/index.ts';
import { Empty, Modal } from '../../../kit/index.ts';
import { useTexts } from '../../../texts/index.ts';
import { tradeTexts } from '../../../texts/trade.ts';
import { OpenOrderRow } from './OpenOrderRow.tsx';
import { useCancel } from './use-cancel.ts';

/** The orders that stand in the book, and the question before one is taken back. */
export function OpenOrders({ orders }: { readonly orders: readonly Order[] }) {
  const t = useTexts(tradeTexts);
  const { asked, busy, ask, confirm } = useCancel();
  if (orders.length === 0) return <Empty title={t.noOpenOrders}>{t.noOpenOrdersText}</Empty>;
  return (
    <>
      <ul>
        {orders.map((order) => (
          <OpenOrderRow key={order.id} order={order} onCancel={ask} />
        ))}
      </ul>
      <Modal
        open={asked !== null}
        title={t.cancelQuestion}
        message={asked && `${t[asked.side]} ${asked.symbol}`}
        confirm={{ label: t.cancelConfirm, onPress: confirm, variant: 'danger', busy }}
        cancel={{ label: t.cancelKeep, onPress: () => ask(null) }}
      >
        {asked && (
          <p>
            {asked.price === null ? t.marketPrice : formatPrice(asked.price)} ×{' '}
            {formatAmount(asked.quantity ?? asked.amount)}
          </p>
        )}
      </Modal>
    </>
  );
}
