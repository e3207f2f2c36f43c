import { calls, type Order, type OrderParent } from '@fft/contract';
import { callApi } from '../../api/index.ts';
import { formatAmount, formatPrice } from '../../lib/format/index.ts';
import { Button, Modal, toast } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { orderParentTexts } from './order-parents-texts.ts';
import { orderPairTexts } from './order-pairs-texts.ts';
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
      {order?.parent && isOpenKind(order.parent) && <CancelParent parent={order.parent} onDone={onKeep} />}
      {order && !isOfPair && (
        <p>
          {order.price === null ? t.marketPrice : formatPrice(order.price)} ×{' '}
          {formatAmount(order.quantity ?? order.amount)}
        </p>
      )}
    </Modal>
  );
}

/** A recurring buy's order is never open, and the question says that both legs of a bracket end. */
type Parent = OrderParent & { readonly kind: 'scaled' | 'twap' };
const isOpenKind = (parent: OrderParent): parent is Parent => parent.kind === 'scaled' || parent.kind === 'twap';

interface CancelParentProps {
  readonly parent: Parent;
  readonly onDone: () => void;
}

/** Ends all that is left of what placed the order. */
function CancelParent({ parent: { kind, id }, onDone }: CancelParentProps) {
  const t = useTexts(tradeTexts);
  const texts = useTexts(orderParentTexts);

  async function cancel(): Promise<void> {
    try {
      if (kind === 'scaled') toast(t.cancelAllDone((await callApi(calls.scaled.cancel, { id })).cancelled));
      else {
        await callApi(calls.twap.stop, { id });
        toast(t.cancelled);
      }
    } catch {
      // The shared call rules have notified the customer.
    }
    onDone();
  }

  return (
    <Button variant="link" size="small" onClick={() => void cancel()}>
      {texts.cancelWhole[kind]}
    </Button>
  );
}
