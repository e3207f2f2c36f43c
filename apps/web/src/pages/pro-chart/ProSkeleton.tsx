import { Skeleton } from '../../ui/kit/index.ts';
import styles from './ProSkeleton.module.css';

/** Skeleton of the page: bar, tools, chart and prices. */
export function ProSkeleton() {
  return (
    <div className={styles.workspace} aria-hidden="true">
      <div className={styles.bar}>
        <Skeleton width={120} height={22} />
        <Skeleton width={90} height={22} />
      </div>
      <div className={styles.tools}>
        {Array.from({ length: 8 }, (_, tool) => (
          <Skeleton key={tool} width={24} height={24} />
        ))}
      </div>
      <Skeleton height="100%" className={styles.chart} />
    </div>
  );
}
