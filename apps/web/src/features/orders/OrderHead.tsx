import type { Order } from '@fft/contract';
import { formatMinute, formatTimestamp } from '../../lib/format/index.ts';
import { Tag } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { orderParentTexts } from '../../i18n/order-parents.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import { orderKind } from './order-kind.ts';
import { trailOf, trailStart } from './trail.ts';
import styles from './OrderHead.module.css';

export interface OrderHeadProps {
  readonly order: Order;
  /** Heads both orders of a pair; `order` is its stop. */
  readonly isPair?: boolean;
  /** The order's part in the pair that it is shown with. */
  readonly leg?: string | undefined;
}

/** An order's market, type, side and time. */
export function OrderHead({ order, isPair = false, leg }: OrderHeadProps) {
  const t = useTexts(tradeTexts);
  const parents = useTexts(orderParentTexts);
  const [base = '', quote = ''] = order.symbol.split('/');
  const trail = trailOf(order);
  const isAlone = !isPair && leg === undefined;
  return (
    <p className={styles.head}>
      <span className={styles.pair}>
        {base}
        <span className={styles.quote}>/{quote}</span>
      </span>
      <Tag tone={order.side === 'buy' ? 'up' : 'down'}>
        {isPair ? t.kinds.pair : (leg ?? t.kindsShort[orderKind(order)])} · {t[order.side]}
      </Tag>
      {order.otherLeg !== undefined && isAlone && <Tag>OCO</Tag>}
      {trail !== null && <Tag>{parents.trails(trail, trailStart(order))}</Tag>}
      {order.parent && <Tag>{parents[order.parent.kind]}</Tag>}
      {order.postOnly && <Tag>{t.postOnly}</Tag>}
      {order.timeInForce !== 'GTC' && order.type === 'limit' && <Tag>{order.timeInForce}</Tag>}
      {order.visibleQuantity !== undefined && <Tag>{t.iceberg}</Tag>}
      {order.waiting === true && !isPair && order.state === 'processing' && <Tag tone="warn">{t.waiting}</Tag>}
      {order.expiresAt !== undefined && <Tag>{t.until(formatMinute(order.expiresAt))}</Tag>}
      <span className={styles.time}>{formatTimestamp(order.time)}</span>
    </p>
  );
}
