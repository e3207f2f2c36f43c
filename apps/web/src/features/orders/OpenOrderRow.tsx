import type { Order } from '@fft/contract';
import { memo } from 'react';
import { formatAmount, formatPrice } from '../../lib/format/index.ts';
import { Button, ProgressRing } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import { amendTexts } from '../../i18n/amend.ts';
import { isAmendable } from './amend-terms.ts';
import { filledPercent } from './filled-percent.ts';
import { useAmendRefusal } from './use-amend-refusal.ts';
import { useCancelRefusal } from './use-cancel-refusal.ts';
import { OrderHead } from './OrderHead.tsx';
import styles from './OpenOrderRow.module.css';

export interface OpenOrderRowProps {
  readonly order: Order;
  readonly onAmend: (order: Order) => void;
  readonly onCancel: (order: Order) => void;
}

/** An open order: its progress, and buttons to amend and to cancel it. */
export const OpenOrderRow = memo(function OpenOrderRow({ order, onAmend, onCancel }: OpenOrderRowProps) {
  const t = useTexts(tradeTexts);
  const reason = useCancelRefusal();
  const percent = filledPercent(order);
  const [done, whole] = order.quantity === null ? [order.filledTotal, order.amount] : [order.filled, order.quantity];
  return (
    <li className={styles.row} data-testid="order-row" data-id={order.id}>
      <OrderHead order={order} />
      <div className={styles.body}>
        <ProgressRing
          percent={percent}
          tone={order.side === 'buy' ? 'up' : 'down'}
          size={34}
          label={t.filledPart(percent)}
        />
        <dl className={styles.facts}>
          <dt>{order.quantity === null ? t.filledOfAmount : t.filledOf}</dt>
          <dd>
            {formatAmount(done)} / {formatAmount(whole)}
          </dd>
          {order.stopPrice !== undefined && (
            <>
              <dt>{t.trigger}</dt>
              <dd>{formatPrice(order.stopPrice)}</dd>
            </>
          )}
          <dt>{t.bookPrice}</dt>
          <dd>{order.price === null ? t.marketPrice : formatPrice(order.price)}</dd>
        </dl>
        <div className={styles.actions}>
          {isAmendable(order) && <Amend order={order} onAmend={onAmend} />}
          <Button
            variant="secondary"
            size="small"
            aria-haspopup="dialog"
            disabledReason={reason}
            onClick={() => onCancel(order)}
          >
            {t.cancelOrder}
          </Button>
        </div>
      </div>
    </li>
  );
});

function Amend({ order, onAmend }: Pick<OpenOrderRowProps, 'order' | 'onAmend'>) {
  const t = useTexts(amendTexts);
  const reason = useAmendRefusal(order.symbol);
  return (
    <Button
      variant="secondary"
      size="small"
      aria-haspopup="dialog"
      disabledReason={reason}
      onClick={() => onAmend(order)}
    >
      {t.amend}
    </Button>
  );
}
