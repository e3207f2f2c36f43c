import { Skeleton } from '../../ui/kit/index.ts';
import styles from './TradeSkeleton.module.css';

/** Heights of the form's parts, from the choice of side to the button. */
const heights = [40, 40, 48, 48, 32, 48, 20, 20, 20, 48];

/** Skeleton of the trade page. */
export function TradeSkeleton() {
  return (
    <div aria-hidden="true">
      <div className={styles.workspace}>
        <div className={styles.column}>
          {Array.from(heights, (height, place) => (
            <Skeleton key={place} height={height} />
          ))}
        </div>
        <div className={styles.column}>
          {Array.from({ length: 17 }, (_, place) => (
            <Skeleton key={place} />
          ))}
        </div>
      </div>
      <div className={styles.lists}>
        {[96, 64, 63].map((width) => (
          <Skeleton key={width} width={width} height={18} />
        ))}
      </div>
      {[1, 2].map((row) => (
        <Skeleton key={row} width="calc(100% - 32px)" height={64} className={styles.order} />
      ))}
    </div>
  );
}
