import { useEffect, useState } from 'react';
import { Delayed, ErrorState, Skeleton } from '../ui/kit/index.ts';
import { usePlace } from '../lib/routing/index.ts';
import { Page } from '../features/shell/index.ts';
import { shellTexts } from '../i18n/shell.ts';
import { kitTexts } from '../i18n/kit.ts';
import { useTexts } from '../i18n/index.ts';
import styles from './PageLoading.module.css';

/** Nothing is shown before this, then a skeleton. */
const delayMs = 200;
/** After this the customer is told, and can try again. */
const timeoutMs = 60_000;

/** Stands in for a page whose code is on its way. */
export function PageLoading() {
  const t = useTexts(shellTexts);
  const kit = useTexts(kitTexts);
  const tab = tabOf(usePlace().pathname);
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), timeoutMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Page title={kit.loading} bare busy={!late} {...(tab && { tab })}>
      {late ? (
        <ErrorState title={t.pageSlow} onRetry={() => window.location.reload()}>
          {t.pageFailedText}
        </ErrorState>
      ) : (
        <Delayed delayMs={delayMs}>
          <div className={styles.shapes} role="status" aria-label={kit.loading}>
            <div className={styles.bar}>
              <Skeleton width={120} height={20} />
            </div>
            <Skeleton height={48} />
            {Array.from({ length: 6 }, (_, row) => (
              <Skeleton key={row} height={44} />
            ))}
          </div>
        </Delayed>
      )}
    </Page>
  );
}

/** A tab's bar stands while its page is on its way. */
const tabOf = (path: string): 'market' | 'trade' | 'assets' | undefined =>
  path === '/pages/home/market'
    ? 'market'
    : path === '/pages/home/trade'
      ? 'trade'
      : path === '/pages/assets/index'
        ? 'assets'
        : undefined;
