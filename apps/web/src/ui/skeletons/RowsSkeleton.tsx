import { classes, Skeleton } from '../kit/index.ts';
import { kitTexts } from '../../i18n/kit.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './RowsSkeleton.module.css';

export interface RowsSkeletonProps {
  /** A card's height above the rows; without it, there is no card. */
  readonly card?: number;
  /** Number of rows in each group. */
  readonly groups: readonly number[];
  /** `settings`: a tile and two lines, in cards. `figures`: a mark, two lines, and a figure at the end. `facts`: a name and its value. */
  readonly look?: 'settings' | 'figures' | 'facts';
  /** The container already has margins. */
  readonly flush?: boolean;
}

/** Skeleton of a page of cards and grouped rows. */
export function RowsSkeleton({ card, groups, look = 'settings', flush = false }: RowsSkeletonProps) {
  const t = useTexts(kitTexts);
  return (
    <div className={classes(styles.shapes, flush && styles.flush)} role="status" aria-label={t.loading}>
      {card !== undefined && <Skeleton height={card} className={styles.card} />}
      {Array.from(groups, (rows, group) => (
        <div key={group} className={classes(styles.group, styles[look])}>
          {Array.from({ length: rows }, (_, row) => (
            <div key={row} className={styles.row}>
              {look === 'facts' ? <Fact /> : <Line isMark={look === 'figures'} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function Line({ isMark }: { readonly isMark: boolean }) {
  return (
    <>
      <Skeleton width={36} height={36} round={isMark} className={styles.tile} />
      <div className={styles.words}>
        <Skeleton width={isMark ? '50%' : '40%'} />
        <Skeleton width={isMark ? '40%' : '60%'} height={10} />
      </div>
      {isMark && (
        <div className={classes(styles.words, styles.end)}>
          <Skeleton width="70%" />
          <Skeleton width="50%" height={10} />
        </div>
      )}
    </>
  );
}

function Fact() {
  return (
    <>
      <Skeleton width="35%" />
      <Skeleton width="20%" />
    </>
  );
}
