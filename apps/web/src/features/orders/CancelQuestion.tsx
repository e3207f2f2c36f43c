import { calls, type Order, type OrderParent } from '@fft/contract';
import { callApi } from '../../api/index.ts';
import { formatAmount, formatPrice } from '../../lib/format/index.ts';
import { Button, Modal, toast } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { orderParentTexts } from '../../i18n/order-parents.ts';
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
      {order?.parent && <CancelParent parent={order.parent} onDone={onKeep} />}
      {order && !isOfPair && (
        <p>
          {order.price === null ? t.marketPrice : formatPrice(order.price)} ×{' '}
          {formatAmount(order.quantity ?? order.amount)}
        </p>
      )}
    </Modal>
  );
}

interface CancelParentProps {
  readonly parent: OrderParent;
  readonly onDone: () => void;
}

/** Cancels everything that is left of the scaled order that placed this one. */
function CancelParent({ parent: { id }, onDone }: CancelParentProps) {
  const t = useTexts(tradeTexts);
  const texts = useTexts(orderParentTexts);

  async function cancel(): Promise<void> {
    const answer = await callApi(calls.scaled.cancel, { id }).catch(() => null);
    // The shared call rules have notified the customer of a failure.
    if (answer !== null) toast(t.cancelAllDone(answer.cancelled));
    onDone();
  }

  return (
    <Button variant="link" size="small" onClick={() => void cancel()}>
      {texts.cancelWhole}
    </Button>
  );
}
