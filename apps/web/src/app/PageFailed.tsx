import { ErrorState } from '../kit/index.ts';
import { Page, useBack } from '../shell/index.ts';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/index.ts';

/** Stands in for a page that couldn't be loaded or broke. */
export function PageFailed() {
  const t = useTexts(shellTexts);
  const goBack = useBack('/');
  return (
    <Page title={t.pageFailed} bare>
      <ErrorState title={t.pageFailed} onBack={goBack} onRetry={() => window.location.reload()}>
        {t.pageFailedText}
      </ErrorState>
    </Page>
  );
}
