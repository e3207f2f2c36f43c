import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { Redirect, useLocation } from '../lib/routing/index.ts';
import { useIsWide } from '../lib/use-is-wide.ts';
import { lazyContent } from '../ui/lazy/index.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { codeOf, loadCode, pagePaths } from './page-code.ts';
import { PageFailed } from './PageFailed.tsx';
import { PageLoading } from './PageLoading.tsx';

interface PlacedPage {
  readonly element: ReactNode;
  /** Loads the code again: React remembers a failed load for good. */
  readonly again: () => void;
}

/** Renders a loaded page immediately. With `lazy`, React would delay it by a third of a second, however short the load. */
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

/** Pages that a wide window shows beside a list of all of them. */
const settings = /s\/(user|wallet|content)/;
const SettingsFrame = lazyContent(
  () => import('./settings/SettingsFrame.tsx').then((m) => m.SettingsFrame),
  () => null,
);

const pages = new Map(pagePaths.map((path) => [path, pageAt(path)]));

/** The page of the current location; unknown locations lead home. A page's code is loaded at its first visit. */
export function Pages() {
  const { pathname } = useLocation();
  const isWide = useIsWide();
  const page = pages.get(pathname);
  if (!page) return <Redirect to="/" />;
  const shown = (
    <ErrorBoundary key={pathname} Fallback={PageFailed} onAgain={page.again}>
      <Suspense fallback={<PageLoading />}>{page.element}</Suspense>
    </ErrorBoundary>
  );
  return isWide && settings.test(pathname) ? <SettingsFrame>{shown}</SettingsFrame> : shown;
}
