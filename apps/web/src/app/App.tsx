import { HashRouter } from 'react-router';
import { AlertNews } from '../alerts/AlertNews.tsx';
import { ToastHost } from '../kit/index.ts';
import { LoadingBar } from '../shell/LoadingBar.tsx';
import { ReactionHost } from '../shell/ReactionHost.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { PageFailed } from './PageFailed.tsx';
import { Pages } from './Pages.tsx';

/** The pages, and what stands around every one of them. */
export function App() {
  return (
    <HashRouter>
      <ErrorBoundary fallback={<PageFailed />}>
        <LoadingBar />
        <Pages />
        <ReactionHost />
        <AlertNews />
        <ToastHost />
      </ErrorBoundary>
    </HashRouter>
  );
}
