import { useEffect, useState } from 'react';
import { Delayed, ErrorState, Skeleton } from '../ui/kit/index.ts';
import { useLocation } from '../lib/routing/index.ts';
import { Page } from '../features/shell/index.ts';
import { shellTexts } from '../i18n/shell.ts';
import { kitTexts } from '../i18n/kit.ts';
import { useTexts } from '../i18n/index.ts';
import styles from './PageLoading.module.css';

/** The skeleton appears after this delay. */
const delayMs = 200;
/** After this the customer gets a message and can retry. */
const timeoutMs = 60_000;

/** Shown while a page's code loads. */
export function PageLoading() {
  const t = useTexts(shellTexts);
  const kit = useTexts(kitTexts);
  const tab = tabOf(useLocation().pathname);
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

const tabs = ['market', 'trade', 'assets'] as const;

/** The tab bar stays visible while a tab's page loads. */
const tabOf = (path: string) => tabs.find((tab) => path.endsWith(`home/${tab}`) || path.endsWith(`s/${tab}/index`));
