import { memo } from 'react';
import { formatAmount, formatPrice } from '../../lib/format/index.ts';
import { Button, ProgressRing } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { orderPairTexts } from './order-pairs-texts.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import { filledPercent } from './filled-percent.ts';
import { OrderHead } from './OrderHead.tsx';
import type { OpenOrderRowProps } from './OpenOrderRow.tsx';
import type { OrderPair } from './pair-orders.ts';
import { useCancelRefusal } from './use-cancel-refusal.ts';
import styles from './OpenOrderRow.module.css';

export interface OpenPairRowProps {
  readonly pair: OrderPair;
  readonly onCancel: OpenOrderRowProps['onCancel'];
}

/** An open pair as one entry, with the terms of both orders and one button to cancel them. */
export const OpenPairRow = memo(function OpenPairRow({ pair: { limit, stop }, onCancel }: OpenPairRowProps) {
  const t = useTexts(tradeTexts);
  const words = useTexts(orderPairTexts);
  const reason = useCancelRefusal();
  const percent = filledPercent(limit);
  const stopPrice = stop.price === null ? words.market : formatPrice(stop.price);
  return (
    <li className={styles.row} data-testid="order-row" data-id={limit.id}>
      <OrderHead order={stop} isPair />
      <div className={styles.body}>
        <ProgressRing
          percent={percent}
          tone={stop.side === 'buy' ? 'up' : 'down'}
          size={34}
          label={t.filledPart(percent)}
        />
        <dl className={styles.facts}>
          <dt>{t.filledOf}</dt>
          <dd>
            {formatAmount(limit.filled)} / {formatAmount(limit.quantity)}
          </dd>
          <dt>{words.profit}</dt>
          <dd>{formatPrice(limit.price)}</dd>
          <dt>{words.stop}</dt>
          <dd>{words.stopTerms(formatPrice(stop.stopPrice), stopPrice)}</dd>
        </dl>
        <Button
          variant="secondary"
          size="small"
          className={styles.cancel}
          aria-haspopup="dialog"
          disabledReason={reason}
          onClick={() => onCancel(stop)}
        >
          {t.cancelOrder}
        </Button>
      </div>
    </li>
  );
});
