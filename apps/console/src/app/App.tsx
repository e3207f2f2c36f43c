import { Redirect, ToastHost, useLocation, useTexts } from '@fft/kit';
import { lazy, Suspense, useEffect } from 'react';
import { brand } from '../brand.ts';
import { Empty } from '../ui/index.ts';
import { LoginPage } from '../pages/login/LoginPage.tsx';
import { useMay, useSession, callApi, session } from '../api/index.ts';
import { Shell } from './shell/Shell.tsx';
import { shellTexts } from '../i18n/shell.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { screens } from './screens.ts';
import { consoleCalls } from '@fft/console-contract';
import { watchIdle } from '../features/idle-logout/idle.ts';

const EnrolPage = lazy(() => import('../pages/enrol/EnrolPage.tsx').then((m) => ({ default: m.EnrolPage })));

/** Shows the log-in page or the pages that the operator may see. A mailed link opens the enrolment page in either case. */
export function App() {
  const isIn = useSession() !== null;
  const { pathname } = useLocation();
  if (pathname === '/enrol' || pathname.startsWith('/enrol/'))
    return (
      <Suspense>
        <EnrolPage />
      </Suspense>
    );
  return (
    <>
      {isIn ? <Screens /> : <LoginPage />}
      {isIn && <IdleLogout />}
      <ToastHost />
    </>
  );
}

function Screens() {
  const t = useTexts(shellTexts);
  const may = useMay();
  const { pathname } = useLocation();
  const visible = screens.filter(({ right }) => may(right));
  const screen = visible.find(({ path }) => path === pathname);
  const title = screen ? t.screens[screen.key] : '';
  useEffect(() => {
    document.title = title === '' ? brand.name : `${title} · ${brand.name}`;
  }, [title]);
  return (
    <Shell screens={visible} current={screen?.key ?? null} title={title}>
      {screen ? (
        <ErrorBoundary key={screen.key}>
          <Suspense>
            <screen.Content />
          </Suspense>
        </ErrorBoundary>
      ) : visible[0] ? (
        <Redirect to={visible[0].path} />
      ) : (
        <Empty>{t.noScreen}</Empty>
      )}
    </Shell>
  );
}

/** Ends the session here even if the server can't be reached. */
function leave(): void {
  const { end } = session;
  callApi(consoleCalls.session.logout, {}).then(end, end);
}

/** Logs the operator out after a period without activity. */
function IdleLogout() {
  useEffect(() => watchIdle(window, leave), []);
  return null;
}
