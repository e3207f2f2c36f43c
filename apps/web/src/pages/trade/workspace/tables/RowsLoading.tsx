import { Delayed, Skeleton } from '../../../../ui/kit/index.ts';
import styles from './cells.module.css';

/** Placeholder until a table has loaded. */
export function RowsLoading() {
  return (
    <Delayed>
      <div className={styles.loading} aria-hidden="true">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height={24} />
        ))}
      </div>
    </Delayed>
  );
}
