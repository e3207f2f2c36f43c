import { AlertNews } from '../alerts/AlertNews.tsx';
import { InboxNews } from '../account/InboxNews.tsx';
import { ToastHost } from '../kit/index.ts';
import { LoadingBar } from '../shell/LoadingBar.tsx';
import { ReactionHost } from '../shell/ReactionHost.tsx';
import { UpdatePrompt } from '../updates/index.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { PageFailed } from './PageFailed.tsx';
import { Pages } from './Pages.tsx';

/** The pages, and what stands around every one of them. */
export function App() {
  return (
    <ErrorBoundary Fallback={PageFailed}>
      <LoadingBar />
      <Pages />
      <ReactionHost />
      <AlertNews />
      <InboxNews />
      <UpdatePrompt />
      <ToastHost />
    </ErrorBoundary>
  );
}
