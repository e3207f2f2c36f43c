import { Skeleton } from '../../kit/index.ts';
import styles from './AssetsSkeleton.module.css';

/** The page's shape while it loads. */
export function AssetsSkeleton() {
  return (
    <div className={styles.shapes} aria-hidden="true">
      <Skeleton width={90} />
      <Skeleton width={210} height={30} />
      <Skeleton width={120} />
      <Skeleton height={44} className={styles.block ?? ''} />
      <Skeleton height={140} className={styles.block ?? ''} />
      {Array.from({ length: 5 }, (_, row) => (
        <div key={row} className={styles.row}>
          <Skeleton width={32} height={32} round />
          <span className={styles.name}>
            <Skeleton width={60} />
          </span>
          <Skeleton width={110} />
        </div>
      ))}
    </div>
  );
}
