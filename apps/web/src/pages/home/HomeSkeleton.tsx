import { Skeleton } from '../../ui/kit/index.ts';
import { kitTexts } from '../../i18n/kit.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './HomeSkeleton.module.css';

/** Skeleton of the cards and the rankings. */
export function HomeSkeleton() {
  const t = useTexts(kitTexts);
  return (
    <div role="status" aria-label={t.loading}>
      <div className={styles.cards}>
        {[1, 2, 3].map((card) => (
          <Skeleton key={card} height={112} className={styles.card} />
        ))}
      </div>
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton width={32} height={32} round />
          <div className={styles.words}>
            <Skeleton width={90} />
            <Skeleton width={60} height={10} />
          </div>
          <Skeleton width={72} />
          <Skeleton width={78} height={32} />
        </div>
      ))}
    </div>
  );
}
