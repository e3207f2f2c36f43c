import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Redirect, usePlace } from '../routing/index.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { codeOf, loadCode, pagePaths } from './page-code.ts';
import { PageFailed } from './PageFailed.tsx';
import { PageLoading } from './PageLoading.tsx';

/** A page whose code is there stands at once; React would hold back one that it had to wait for, however briefly, by a third of a second. */
function pageAt(path: string): ComponentType {
  const Later = lazy(() => loadCode(path));
  return function PageAt() {
    const [Page] = useState(() => codeOf(path) ?? Later);
    return <Page />;
  };
}

const pages = new Map(
  pagePaths.map((path) => {
    const PageAt = pageAt(path);
    return [path, <PageAt key={path} />];
  }),
);

/** The page of this address; unknown addresses lead home. Each is loaded when it is first gone to. */
export function Pages() {
  const { pathname } = usePlace();
  const page = pages.get(pathname);
  if (!page) return <Redirect to="/" />;
  return (
    <ErrorBoundary key={pathname} Fallback={PageFailed}>
      <Suspense fallback={<PageLoading />}>{page}</Suspense>
    </ErrorBoundary>
  );
}
