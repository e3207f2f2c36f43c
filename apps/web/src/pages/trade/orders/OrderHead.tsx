import type { Order } from '@fft/contract';
import { formatMoment } from '../../../format/index.ts';
import { Tag } from '../../../kit/index.ts';
import { useTexts } from '../../../texts/index.ts';
import { tradeTexts } from '../../../texts/trade.ts';
import styles from './OrderHead.module.css';

/** Which market, which kind, which side, when. */
export function OrderHead({ order }: { readonly order: Order }) {
  const t = useTexts(tradeTexts);
  const [base = '', quote = ''] = order.symbol.split('/');
  const kind = order.type === 'limit' ? t.limitShort : t.marketShort;
  return (
    <p className={styles.head}>
      <span className={styles.pair}>
        {base}
        <span className={styles.quote}>/{quote}</span>
      </span>
      <Tag tone={order.side === 'buy' ? 'up' : 'down'}>
        {kind} · {t[order.side]}
      </Tag>
      {order.postOnly && <Tag>{t.postOnly}</Tag>}
      {order.timeInForce !== 'GTC' && order.type === 'limit' && <Tag>{order.timeInForce}</Tag>}
      <span className={styles.time}>{formatMoment(order.time)}</span>
    </p>
  );
}
