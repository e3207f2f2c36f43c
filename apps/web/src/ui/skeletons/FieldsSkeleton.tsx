import { Skeleton } from '../kit/index.ts';
import { kitTexts } from '../../i18n/kit.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './FieldsSkeleton.module.css';

export interface FieldsSkeletonProps {
  readonly fields: number;
  /** Lines of text below the fields; without it, a button. */
  readonly lines?: number;
  /** A card's height above the fields. */
  readonly card?: number;
}

/** Skeleton of a form with a few fields. */
export function FieldsSkeleton({ fields, lines = 0, card }: FieldsSkeletonProps) {
  const t = useTexts(kitTexts);
  return (
    <div className={styles.shapes} role="status" aria-label={t.loading}>
      {card !== undefined && <Skeleton height={card} className={styles.card} />}
      {Array.from({ length: fields }, (_, field) => (
        <div key={field} className={styles.field}>
          <Skeleton width={90} height={12} />
          <Skeleton height={48} />
        </div>
      ))}
      {lines === 0 && <Skeleton height={48} className={styles.card} />}
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={styles.line}>
          <Skeleton width="30%" />
          <Skeleton width="25%" />
        </div>
      ))}
    </div>
  );
}
