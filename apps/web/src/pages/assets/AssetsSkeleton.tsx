import { Skeleton } from '../../ui/kit/index.ts';
import styles from './AssetsSkeleton.module.css';

/** Skeleton of the assets page. */
export function AssetsSkeleton() {
  return (
    <div className={styles.shapes} aria-hidden="true">
      <Skeleton width={90} />
      <Skeleton width={210} height={30} />
      <Skeleton width={120} />
      <div className={styles.four}>
        {Array.from({ length: 4 }, (_, place) => (
          <Skeleton key={place} height={60} className={styles.block} />
        ))}
      </div>
      <Skeleton height={128} className={styles.block} />
      <div className={styles.two}>
        <Skeleton height={56} className={styles.block} />
        <Skeleton height={56} className={styles.block} />
      </div>
      {Array.from({ length: 5 }, (_, row) => (
        <div key={row} className={styles.row}>
          <Skeleton width={32} height={32} round />
          <span className={styles.name}>
            <Skeleton width={60} />
            <Skeleton width={90} height={10} />
          </span>
          <span className={styles.figures}>
            <Skeleton width={110} />
            <Skeleton width={80} height={10} />
          </span>
        </div>
      ))}
    </div>
  );
}
