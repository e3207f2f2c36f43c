import { Fragment, useLayoutEffect } from 'react';
import { reportPageShown } from '../lib/first-paint.ts';
import { ToastHost } from '../ui/kit/index.ts';
import { lazyPart } from '../ui/lazy/index.ts';
import { useOwner, useSession } from '../features/session/index.ts';
import { ReactionHost } from './ReactionHost.tsx';
import { UpdatePrompt } from './updates/index.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { PageFailed } from './PageFailed.tsx';
import { Pages } from './Pages.tsx';
import { useIsLoading } from '../api/index.ts';
import styles from '../features/shell/LoadingBar.module.css';

// Neither the first page nor a guest needs it.
const Notifications = lazyPart(() => import('./Notifications.tsx').then((m) => m.Notifications));

/** The pages and the frame around them. */
export function App() {
  const { isLoggedIn } = useSession();
  const owner = useOwner();
  useLayoutEffect(reportPageShown, []);
  return (
    <ErrorBoundary Fallback={PageFailed}>
      <LoadingBar />
      <Fragment key={owner}>
        <Pages />
        <ReactionHost />
        {isLoggedIn && <Notifications />}
      </Fragment>
      <UpdatePrompt />
      <ToastHost />
    </ErrorBoundary>
  );
}

/** A thin line at the very top while a call that does something is under way. */
function LoadingBar() {
  const shown = useIsLoading();
  return shown ? <div className={styles.bar} aria-hidden="true" /> : null;
}
