import { Skeleton } from '../../kit/index.ts';
import { kitTexts } from '../../texts/kit.ts';
import { useTexts } from '../../texts/index.ts';
import styles from './Credentials.module.css';

/** Stands in for a form of a few fields. */
export function FormSkeleton() {
  const t = useTexts(kitTexts);
  return (
    <div className={styles.content} role="status" aria-label={t.loading}>
      {[1, 2, 3].map((field) => (
        <div key={field} className={styles.shape}>
          <Skeleton width={90} height={12} />
          <Skeleton height={48} />
        </div>
      ))}
      <Skeleton height={48} />
    </div>
  );
}
