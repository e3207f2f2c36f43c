import { Skeleton } from '../../ui/kit/index.ts';
import styles from './TradeSkeleton.module.css';

const form = {
  side: 40,
  type: 40,
  price: 48,
  quantity: 48,
  shares: 32,
  amount: 48,
  usable: 20,
  fee: 20,
  receive: 20,
  send: 48,
};

/** Skeleton of the trade page. */
export function TradeSkeleton() {
  return (
    <div aria-hidden="true">
      <div className={styles.workspace}>
        <div className={styles.column}>
          {Object.entries(form).map(([box, height]) => (
            <Skeleton key={box} height={height} />
          ))}
        </div>
        <div className={styles.column}>
          {Array.from({ length: 17 }, (_, place) => (
            <Skeleton key={place} />
          ))}
        </div>
      </div>
      <div className={styles.lists}>
        <Skeleton width={96} height={18} />
        <Skeleton width={64} height={18} />
        <Skeleton width={64} height={18} />
      </div>
      {[1, 2].map((row) => (
        <Skeleton key={row} width="calc(100% - 32px)" height={64} className={styles.order} />
      ))}
    </div>
  );
}
