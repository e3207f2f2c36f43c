import { Delayed, ErrorState, Icon } from '../../ui/kit/index.ts';
import { lazyContent } from '../../ui/lazy/index.ts';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { useValuedHoldings } from '../../features/live/balances.ts';
import { CurrencyChoice } from '../../features/market-data/CurrencyChoice.tsx';
import { Link, Redirect, useLocation } from '../../lib/routing/index.ts';
import { loginPath, useSession } from '../../features/session/index.ts';
import { Page } from '../../features/shell/index.ts';
import { assetsTexts } from '../../i18n/assets.ts';
import { useTexts } from '../../i18n/index.ts';
import { Allocation } from './Allocation.tsx';
import { AssetList } from './AssetList.tsx';
import { AssetsSkeleton } from './AssetsSkeleton.tsx';
import { StaleAssets } from './StaleAssets.tsx';
import { TotalValue } from './TotalValue.tsx';
import styles from './AssetsPage.module.css';

const WideAssets = lazyContent(
  () => import('./wide/WideAssets.tsx').then((m) => m.WideAssets),
  () => null,
);

/** The customer's assets, live; in a wide window as a table. Guests log in first and then return. */
export function AssetsPage() {
  const { isLoggedIn } = useSession();
  const { pathname, search } = useLocation();
  const isWide = useIsWide();
  if (!isLoggedIn) return <Redirect to={loginPath(pathname + search)} />;
  return isWide ? <WideAssets /> : <OwnAssets />;
}

function OwnAssets() {
  const t = useTexts(assetsTexts);
  const { holdings, refresh } = useValuedHoldings();
  const { status, value, at, error } = holdings;
  return (
    <Page
      title={t.title}
      tab="assets"
      glow
      actions={
        <>
          <CurrencyChoice look="small" />
          <Link className={styles.bills} to="/pages/assets/coinbill" aria-label={t.statement} title={t.statement}>
            <Icon name="statement" size={22} />
          </Link>
        </>
      }
    >
      {value === null ? (
        status === 'failed' ? (
          <ErrorState error={error} onRetry={refresh} />
        ) : (
          <Delayed>
            <AssetsSkeleton />
          </Delayed>
        )
      ) : (
        <>
          {status === 'failed' && <StaleAssets at={at} onRetry={refresh} />}
          <TotalValue valuation={value.valuation} />
          <Allocation holdings={value} />
          <AssetList holdings={value} />
        </>
      )}
    </Page>
  );
}
