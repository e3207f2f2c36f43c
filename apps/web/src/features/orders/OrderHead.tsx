import type { Order } from '@fft/contract';
import { formatMinute, formatTimestamp } from '../../lib/format/index.ts';
import { Tag } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { orderParentTexts } from './order-parents-texts.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import { orderKind } from './order-kind.ts';
import { legsOf, trailOf, trailStart } from './trail.ts';
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
  const [base = '', quote = ''] = order.symbol.split('/');
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
      <Ties order={order} />
      {order.postOnly && <Tag>{t.postOnly}</Tag>}
      {order.timeInForce !== 'GTC' && order.type === 'limit' && <Tag>{order.timeInForce}</Tag>}
      {order.visibleQuantity !== undefined && <Tag>{t.iceberg}</Tag>}
      {order.waiting === true && !isPair && order.state === 'processing' && <Tag tone="warn">{t.waiting}</Tag>}
      {order.expiresAt !== undefined && <Tag>{t.until(formatMinute(order.expiresAt))}</Tag>}
      <span className={styles.time}>{formatTimestamp(order.time)}</span>
    </p>
  );
}

/** What an order follows, what it will place, and what placed it. */
function Ties({ order }: Pick<OrderHeadProps, 'order'>) {
  const parents = useTexts(orderParentTexts);
  const trail = trailOf(order);
  const legs = legsOf(order, parents.legs);
  return (
    <>
      {trail !== null && <Tag>{parents.trails(trail, trailStart(order))}</Tag>}
      {legs !== null && <Tag>{legs}</Tag>}
      {order.parent && <Tag>{parents[order.parent.kind]}</Tag>}
    </>
  );
}
