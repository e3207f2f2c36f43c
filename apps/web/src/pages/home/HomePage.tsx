import { lazy, Suspense, useState } from 'react';
import { AccountButton, LazyAccountSheet } from '../../features/account/index.ts';
import { Icon, Logo } from '../../ui/kit/index.ts';
import { retryUntilLoaded } from '../../ui/lazy/index.ts';
import { Link } from '../../lib/routing/index.ts';
import { useSession } from '../../features/session/index.ts';
import { Page } from '../../features/shell/index.ts';
import { homeTexts } from './home-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './HomePage.module.css';
import { InboxLink } from './InboxLink.tsx';
import { Markets } from './Markets.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { Spread } from './Spread.tsx';
import { TotalValue } from './TotalValue.tsx';
import { Welcome } from './Welcome.tsx';

// Only newcomers need it, and the page works without.
const FirstSteps = lazy(() =>
  retryUntilLoaded(() => import('./FirstSteps.tsx')).then((steps) => ({ default: steps.FirstSteps })),
);

/** The home page: total value, shortcuts, and markets. */
export function HomePage() {
  const t = useTexts(homeTexts);
  const { isLoggedIn } = useSession();
  const [accountOpen, setAccountOpen] = useState(false);
  return (
    <Page
      title={t.title}
      tab="home"
      glow
      lead={
        <>
          <Logo size={30} />
          <Link to="/pages/home/market?search=on" className={styles.search}>
            <Icon name="search" size={18} />
            <span>{t.search}</span>
          </Link>
        </>
      }
      actions={
        <>
          <InboxLink />
          <AccountButton label={t.openAccount} onPress={() => setAccountOpen(true)} />
        </>
      }
    >
      {isLoggedIn ? <TotalValue /> : <Welcome />}
      <Shortcuts />
      {isLoggedIn && (
        <Suspense>
          <FirstSteps />
        </Suspense>
      )}
      <Spread />
      <Markets />
      <LazyAccountSheet open={accountOpen} onClose={() => setAccountOpen(false)} />
    </Page>
  );
}
