import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { Redirect, usePlace } from '../lib/routing/index.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { codeOf, loadCode, pagePaths } from './page-code.ts';
import { PageFailed } from './PageFailed.tsx';
import { PageLoading } from './PageLoading.tsx';

interface PlacedPage {
  readonly element: ReactNode;
  /** Its code is asked for anew: React keeps for good that it couldn't be had. */
  readonly again: () => void;
}

/** A page whose code is there stands at once; React would hold back one that it had to wait for, however briefly, by a third of a second. */
function pageAt(path: string): PlacedPage {
  const later = (): ComponentType => lazy(() => loadCode(path));
  let Later = later();
  function PageAt() {
    const [Page] = useState(() => codeOf(path) ?? Later);
    return <Page />;
  }
  return {
    element: <PageAt key={path} />,
    again: () => {
      Later = later();
    },
  };
}

const pages = new Map(pagePaths.map((path) => [path, pageAt(path)]));

/** The page of this address; unknown addresses lead home. Each is loaded when it is first gone to. */
export function Pages() {
  const { pathname } = usePlace();
  const page = pages.get(pathname);
  if (!page) return <Redirect to="/" />;
  return (
    <ErrorBoundary key={pathname} Fallback={PageFailed} onAgain={page.again}>
      <Suspense fallback={<PageLoading />}>{page.element}</Suspense>
    </ErrorBoundary>
  );
}
