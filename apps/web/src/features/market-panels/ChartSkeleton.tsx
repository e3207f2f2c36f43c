import { Skeleton } from '../../ui/kit/index.ts';
import styles from './ChartSkeleton.module.css';

/** The page's shape while it loads. */
export function ChartSkeleton() {
  return (
    <div className={styles.page} aria-hidden="true">
      <Skeleton width={180} height={34} />
      <Skeleton height={28} />
      <Skeleton height={340} />
      {Array.from({ length: 6 }, (_, row) => (
        <Skeleton key={row} />
      ))}
    </div>
  );
}
