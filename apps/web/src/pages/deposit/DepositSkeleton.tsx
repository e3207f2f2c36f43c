import { Skeleton } from '../../ui/kit/index.ts';
import { kitTexts } from '../../i18n/kit.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './DepositSkeleton.module.css';

/** Skeleton of the address card and the list below it; includes the choice of coin while the coins are unknown. */
export function DepositSkeleton({ withChoice = false }: { readonly withChoice?: boolean }) {
  const t = useTexts(kitTexts);
  return (
    <div className={withChoice ? styles.page : styles.shapes} role="status" aria-label={t.loading}>
      {withChoice && (
        <div className={styles.choice}>
          <Skeleton height={60} className={styles.round} />
          <Skeleton height={60} className={styles.round} />
        </div>
      )}
      <div className={styles.card}>
        <Skeleton width={200} height={200} className={styles.round} />
        <Skeleton width="60%" height={12} />
        <Skeleton width="75%" height={36} />
        <Skeleton height={44} className={styles.round} />
      </div>
      <Skeleton height={72} className={styles.round} />
      <Skeleton height={40} />
    </div>
  );
}
