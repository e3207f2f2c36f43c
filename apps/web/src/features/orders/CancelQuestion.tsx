import type { Order } from '@fft/contract';
import { formatAmount, formatPrice } from '../../lib/format/index.ts';
import { Modal } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { orderPairTexts } from '../../i18n/order-pairs.ts';
import { tradeTexts } from '../../i18n/trade.ts';

export interface CancelQuestionProps {
  readonly order: Order | null;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onKeep: () => void;
}

/** The question before an order is taken back. */
export function CancelQuestion({ order, busy, onConfirm, onKeep }: CancelQuestionProps) {
  const t = useTexts(tradeTexts);
  const pair = useTexts(orderPairTexts);
  const isOfPair = order?.otherLeg !== undefined;
  return (
    <Modal
      open={order !== null}
      title={isOfPair ? pair.cancelQuestion : t.cancelQuestion}
      message={order && `${t[order.side]} ${order.symbol}`}
      confirm={{ label: t.cancelConfirm, onPress: onConfirm, variant: 'danger', busy }}
      cancel={{ label: t.cancelKeep, onPress: onKeep }}
    >
      {isOfPair && <p>{pair.cancelText}</p>}
      {order && !isOfPair && (
        <p>
          {order.price === null ? t.marketPrice : formatPrice(order.price)} ×{' '}
          {formatAmount(order.quantity ?? order.amount)}
        </p>
      )}
    </Modal>
  );
}
