import { Delayed, Skeleton } from '../../../ui/kit/index.ts';
import styles from './OrdersLoading.module.css';

/** Placeholder until the customer's orders and their code have loaded. */
export function OrdersLoading() {
  return (
    <Delayed>
      <div className={styles.loading} aria-hidden="true">
        <Skeleton height={64} />
        <Skeleton height={64} />
      </div>
    </Delayed>
  );
}
