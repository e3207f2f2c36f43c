import { Delayed, Skeleton } from '../../ui/kit/index.ts';
import styles from './History.module.css';

/** The shapes of orders until they are there. */
export function Loading() {
  return (
    <Delayed>
      <div className={styles.loading} aria-hidden="true">
        {[0, 1, 2].map((row) => (
          <div key={row} className={styles.shape}>
            <Skeleton width="45%" height={18} />
            {[1, 2, 3, 4].map((line) => (
              <div key={line} className={styles.line}>
                <Skeleton width="25%" height={12} />
                <Skeleton width="35%" height={12} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </Delayed>
  );
}
