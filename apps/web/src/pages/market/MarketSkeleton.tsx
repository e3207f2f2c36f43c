import { Skeleton } from '../../ui/kit/index.ts';
import styles from './MarketSkeleton.module.css';

/** Skeleton of the list. */
export function MarketSkeleton() {
  return (
    <div aria-hidden="true">
      <div className={styles.bar}>
        <Skeleton width={96} height={12} />
        <Skeleton width={72} height={12} />
      </div>
      {Array.from({ length: 9 }, (_, row) => (
        <div key={row} className={styles.row}>
          <Skeleton width={32} height={32} round />
          <span className={styles.name}>
            <Skeleton width={82} />
            <Skeleton width={58} height={12} />
          </span>
          <span className={styles.figures}>
            <Skeleton width={78} />
            <Skeleton width={52} height={12} />
          </span>
          <Skeleton width={78} height={32} />
        </div>
      ))}
    </div>
  );
}
