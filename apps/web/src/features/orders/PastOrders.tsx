import type { Order } from '@fft/contract';
import { useTexts } from '../../i18n/index.ts';
import { orderPairTexts } from './order-pairs-texts.ts';
import { HistoryRow } from './HistoryRow.tsx';
import { isPair, pairOrders } from './pair-orders.ts';
import styles from './PastOrders.module.css';

/** Past orders; the two of a pair are one entry. */
export function PastOrders({ orders }: { readonly orders: readonly Order[] }) {
  const t = useTexts(orderPairTexts);
  return (
    <ul>
      {pairOrders(orders).map((entry) =>
        isPair(entry) ? (
          <li key={entry.stop.id} className={styles.pair} data-testid="order-pair">
            <p className={styles.title}>{t.title}</p>
            <ul>
              <HistoryRow order={entry.limit} leg={t.profit} />
              <HistoryRow order={entry.stop} leg={t.stop} />
            </ul>
          </li>
        ) : (
          <HistoryRow key={entry.id} order={entry} />
        ),
      )}
    </ul>
  );
}
