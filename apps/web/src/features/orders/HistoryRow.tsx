import type { Order, OrderFill } from '@fft/contract';
import { memo } from 'react';
import { formatAmount, formatBalance, formatTimestamp, formatPrice } from '../../lib/format/index.ts';
import { Icon, Tag, type TagTone } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import { reasonText } from './outcome-message.ts';
import { OrderHead } from './OrderHead.tsx';
import styles from './HistoryRow.module.css';

const tones: Readonly<Record<Order['state'], TagTone>> = {
  processing: 'accent',
  filled: 'good',
  cancelled: 'plain',
  rejected: 'danger',
};

export interface HistoryRowProps {
  readonly order: Order;
  /** The order's part in the pair that it is shown with. */
  readonly leg?: string;
  /** True to show the fills from the beginning. */
  readonly isOpen?: boolean;
}

/** An ended order: its terms, outcome, cost and fills. */
export const HistoryRow = memo(function HistoryRow({ order, leg, isOpen }: HistoryRowProps) {
  const t = useTexts(tradeTexts);
  const [base = '', quote = ''] = order.symbol.split('/');
  const fills = order.fills ?? [];
  return (
    <li className={styles.row} data-testid="order-row" data-id={order.id}>
      <OrderHead order={order} leg={leg} />
      <p className={styles.state}>
        <Tag tone={tones[order.state]}>{t.state[order.state]}</Tag>
        {order.reason !== undefined && order.state !== 'filled' && <span>{reasonText(order, t)}</span>}
      </p>
      <dl className={styles.facts}>
        <dt>{order.quantity === null ? t.filledOfAmount : t.filledOf}</dt>
        <dd>
          {order.quantity === null
            ? `${formatBalance(order.filledTotal, quote)} / ${formatBalance(order.amount, quote)} ${quote}`
            : `${formatAmount(order.filled)} / ${formatAmount(order.quantity)} ${base}`}
        </dd>
        {order.stopPrice !== undefined && (
          <>
            <dt>{t.trigger}</dt>
            <dd>{`${formatPrice(order.stopPrice)} ${quote}`}</dd>
          </>
        )}
        <dt>{t.bookPrice}</dt>
        <dd>{order.price === null ? t.marketPrice : `${formatPrice(order.price)} ${quote}`}</dd>
        {order.delegatedTotal !== null && (
          <>
            <dt>{t.totalDelegated}</dt>
            <dd>{`${formatBalance(order.delegatedTotal, quote)} ${quote}`}</dd>
          </>
        )}
        <dt>{t.average}</dt>
        <dd>{order.average === null ? '--' : `${formatPrice(order.average)} ${quote}`}</dd>
        <dt>{t.totalFilled}</dt>
        <dd>{`${formatBalance(order.filledTotal, quote)} ${quote}`}</dd>
        <dt>{t.feePaid}</dt>
        <dd>{`${formatBalance(order.fee, order.feeCoin)} ${order.feeCoin}`}</dd>
      </dl>
      {fills.length > 0 && (
        <details className={styles.fills} open={isOpen}>
          <summary>
            {t.fills(order.moreFills === true ? `${fills.length}+` : fills.length)}
            <Icon name="chevron-down" size={14} />
          </summary>
          <ul>
            {fills.map((fill) => (
              <FillLine key={fill.id} fill={fill} />
            ))}
          </ul>
        </details>
      )}
    </li>
  );
});

function FillLine({ fill }: { readonly fill: OrderFill }) {
  const t = useTexts(tradeTexts);
  return (
    <li className={styles.fill}>
      <span>
        {formatPrice(fill.price)} × {formatAmount(fill.quantity)}
      </span>
      <span className={styles.cost}>
        {t[fill.role]} · {formatBalance(fill.fee, fill.feeCoin)} {fill.feeCoin}
      </span>
      <span className={styles.when}>{formatTimestamp(fill.time)}</span>
    </li>
  );
}
