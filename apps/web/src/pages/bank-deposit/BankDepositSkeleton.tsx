import { kitTexts } from '../../i18n/kit.ts';
import { useTexts } from '../../i18n/index.ts';
import { Skeleton } from '../../ui/kit/index.ts';
import styles from './BankDeposit.module.css';

/** Skeleton of the currency, the reference and the account. */
export function BankDepositSkeleton() {
  const t = useTexts(kitTexts);
  return (
    <div className={styles.content} role="status" aria-label={t.loading}>
      <Skeleton width={60} height={12} />
      <Skeleton height={48} className={styles.round} />
      <div className={styles.reference}>
        <Skeleton width="40%" height={14} />
        <Skeleton width="70%" height={32} />
        <Skeleton height={32} />
        <Skeleton height={44} className={styles.round} />
      </div>
      <div className={styles.account}>
        {[0, 1, 2, 3].map((line) => (
          <Skeleton key={line} height={32} />
        ))}
      </div>
    </div>
  );
}
