import { lazy, Suspense } from 'react';
import { formatFiat, hidden } from '../../lib/format/index.ts';
import { Icon, IconButton, Skeleton } from '../../ui/kit/index.ts';
import { retryUntilLoaded } from '../../ui/lazy/index.ts';
import { useHoldings } from '../../features/live/balances.ts';
import { Link } from '../../lib/routing/index.ts';
import { homeTexts } from './home-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { useLocalValue } from '../../features/market-data/use-local-value.ts';
import { useHideAmounts } from '../../features/balances/hide-amounts.ts';
import styles from './TotalValue.module.css';

// The page works without this part.
const later = () => retryUntilLoaded(() => import('./DayWorth.tsx'));
const DayWorth = lazy(() => later().then((day) => ({ default: day.DayWorth })));
const CurrencyChoice = lazy(() => later().then((day) => ({ default: day.CurrencyChoice })));

/** Total value of the customer's assets. */
export function TotalValue() {
  const t = useTexts(homeTexts);
  const holdings = useHoldings();
  const local = useLocalValue();
  const { isHidden, toggle, show } = useHideAmounts();
  const valuation = holdings?.value?.valuation;
  const waits = !valuation && holdings?.status !== 'failed';
  return (
    <section className={styles.total} aria-busy={waits}>
      <div className={styles.head}>
        <h2 className={styles.label}>{t.totalValue}</h2>
        <IconButton
          icon={isHidden ? 'eye-off' : 'eye'}
          size={18}
          label={isHidden ? t.show : t.hide}
          className={styles.eye}
          onClick={toggle}
        />
        <Link to="/pages/assets/index" className={styles.details}>
          {t.details}
          <Icon name="chevron-right" size={14} />
        </Link>
      </div>
      {waits ? (
        <Skeleton width={180} height={34} />
      ) : (
        <p className={styles.amount}>
          {show(valuation?.total ?? null, 2)} <span className={styles.unit}>USDT</span>
        </p>
      )}
      <div className={styles.local}>
        ≈ {isHidden ? hidden : localTotal(valuation?.total ?? null, local)}
        <Suspense>
          <CurrencyChoice look="bare" />
        </Suspense>
      </div>
      <Suspense>
        <DayWorth isHidden={isHidden} />
      </Suspense>
    </section>
  );
}

function localTotal(total: string | null, local: (usdt: string | null) => string): string {
  return total === null ? formatFiat(null, '') : local(total);
}
