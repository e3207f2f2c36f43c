import { Delayed, Skeleton } from '../../../ui/kit/index.ts';
import styles from './OrdersLoading.module.css';

/** Stands for my orders until they, or their code, are here. */
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
