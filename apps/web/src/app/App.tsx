import { Fragment, useLayoutEffect } from 'react';
import { reportPageShown } from '../lib/first-paint.ts';
import { ToastHost } from '../ui/kit/index.ts';
import { lazyPart } from '../ui/lazy/index.ts';
import { useOwner, useSession } from '../features/session/index.ts';
import { LoadingBar } from '../features/shell/LoadingBar.tsx';
import { ReactionHost } from './ReactionHost.tsx';
import { UpdatePrompt } from './updates/index.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { PageFailed } from './PageFailed.tsx';
import { Pages } from './Pages.tsx';

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
