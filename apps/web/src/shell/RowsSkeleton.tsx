import { Skeleton } from '../kit/index.ts';
import { kitTexts } from '../texts/kit.ts';
import { useTexts } from '../texts/index.ts';
import styles from './RowsSkeleton.module.css';

export interface RowsSkeletonProps {
  /** A card's height above the rows; without it there is none. */
  readonly card?: number;
  /** How many rows each group has. */
  readonly groups: readonly number[];
}

/** Stands in for a page of cards and grouped rows. */
export function RowsSkeleton({ card, groups }: RowsSkeletonProps) {
  const t = useTexts(kitTexts);
  return (
    <div className={styles.shapes} role="status" aria-label={t.loading}>
      {card !== undefined && <Skeleton height={card} className={styles.card} />}
      {Array.from(groups, (rows, group) => (
        <div key={group} className={styles.group}>
          {Array.from({ length: rows }, (_, row) => (
            <div key={row} className={styles.row}>
              <Skeleton width={36} height={36} className={styles.tile} />
              <div className={styles.words}>
                <Skeleton width="40%" />
                <Skeleton width="60%" height={10} />
              </div>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
