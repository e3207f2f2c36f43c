import { lazy, Suspense, useLayoutEffect } from 'react';
import { firstDrawing, pageStands } from '../api/connection/index.ts';
import { ToastHost } from '../ui/kit/index.ts';
import { untilThere } from '../ui/lazy/index.ts';
import { useOwner, useSession } from '../features/session/index.ts';
import { LoadingBar } from '../features/shell/LoadingBar.tsx';
import { ReactionHost } from './ReactionHost.tsx';
import { UpdatePrompt } from './updates/index.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { PageFailed } from './PageFailed.tsx';
import { Pages } from './Pages.tsx';

// The first page is there without it, and so are those of guests.
const News = lazy(() =>
  firstDrawing.then(() => untilThere(() => import('./News.tsx'))).then((m) => ({ default: m.News })),
);

/** The pages, and what stands around every one of them. */
export function App() {
  const { isLoggedIn } = useSession();
  const owner = useOwner();
  useLayoutEffect(pageStands, []);
  return (
    <ErrorBoundary Fallback={PageFailed}>
      <LoadingBar />
      <Pages key={owner} />
      <ReactionHost />
      <Suspense>{isLoggedIn && <News />}</Suspense>
      <UpdatePrompt />
      <ToastHost />
    </ErrorBoundary>
  );
}
