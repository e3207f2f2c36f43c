import { ErrorState } from '../ui/kit/index.ts';
import type { FallbackProps } from './ErrorBoundary.tsx';
import { PageLoadError } from './load-page.ts';
import { Page, useBack } from '../features/shell/index.ts';
import { shellTexts } from '../i18n/shell.ts';
import { useAnswering } from '../ui/lazy/index.ts';
import { useTexts } from '../i18n/index.ts';

/** Shown if a page couldn't be loaded, or if it threw: the network is then not the cause, and reloading the app may help. */
export function PageFailed({ error, onAgain }: FallbackProps) {
  const t = useTexts(shellTexts);
  const goBack = useBack('/');
  const isMissing = error instanceof PageLoadError;
  useAnswering(isMissing && error.isOffline, onAgain);
  const title = isMissing ? t.pageFailed : t.pageBroke;
  return (
    <Page title={title} bare>
      <ErrorState
        title={title}
        onBack={goBack}
        onRetry={isMissing ? onAgain : () => window.location.reload()}
        {...(!isMissing && { retryLabel: t.reload })}
      >
        {isMissing ? t.pageFailedText : t.pageBrokeText}
      </ErrorState>
    </Page>
  );
}
