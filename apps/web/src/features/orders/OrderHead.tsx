import type { Order } from '@fft/contract';
import { formatMinute, formatTimestamp } from '../../lib/format/index.ts';
import { Tag } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import styles from './OrderHead.module.css';

/** Which market, which kind, which side, when. */
export function OrderHead({ order }: { readonly order: Order }) {
  const t = useTexts(tradeTexts);
  const [base = '', quote = ''] = order.symbol.split('/');
  const isStop = order.stopPrice !== undefined;
  const kind = order.type === 'limit' ? (isStop ? 'stopLimit' : 'limit') : isStop ? 'stopMarket' : 'market';
  return (
    <p className={styles.head}>
      <span className={styles.pair}>
        {base}
        <span className={styles.quote}>/{quote}</span>
      </span>
      <Tag tone={order.side === 'buy' ? 'up' : 'down'}>
        {t.kindsShort[kind]} · {t[order.side]}
      </Tag>
      {order.otherLeg !== undefined && <Tag>OCO</Tag>}
      {order.postOnly && <Tag>{t.postOnly}</Tag>}
      {order.timeInForce !== 'GTC' && order.type === 'limit' && <Tag>{order.timeInForce}</Tag>}
      {order.visibleQuantity !== undefined && <Tag>{t.iceberg}</Tag>}
      {order.waiting === true && order.state === 'processing' && <Tag tone="warn">{t.waiting}</Tag>}
      {order.expiresAt !== undefined && <Tag>{t.until(formatMinute(order.expiresAt))}</Tag>}
      <span className={styles.time}>{formatTimestamp(order.time)}</span>
    </p>
  );
}
