import { type ComponentType, lazy, Suspense } from 'react';
import { createHashRouter, Navigate, type RouteObject } from 'react-router';
import { App } from './App.tsx';
import { loadPage } from './load-page.ts';
import { PageFailed } from './PageFailed.tsx';
import { PageLoading } from './PageLoading.tsx';

function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  const Lazy = lazy(() => loadPage(load));
  const element = (
    <Suspense key={path} fallback={<PageLoading />}>
      <Lazy />
    </Suspense>
  );
  return { path, element, errorElement: <PageFailed /> };
}

const loadHome = (): Promise<ComponentType> => import('../pages/home/HomePage.tsx').then((m) => m.HomePage);

/** Every page by the specification's name for it. */
const pages: RouteObject[] = [
  page('/', loadHome),
  page('/pages/home/index', loadHome),
  page('/pages/home/market', () => import('../pages/market/MarketPage.tsx').then((m) => m.MarketPage)),
  page('/pages/home/trade', () => import('../pages/trade/TradePage.tsx').then((m) => m.TradePage)),
  page('/pages/assets/index', () => import('../pages/assets/AssetsPage.tsx').then((m) => m.AssetsPage)),
  page('/pages/login/login', () => import('../pages/login/LoginPage.tsx').then((m) => m.LoginPage)),
  page('/pages/login/reg', () => import('../pages/login/RegisterPage.tsx').then((m) => m.RegisterPage)),
];

if (import.meta.env.DEV) pages.push(page('/kit', () => import('../pages/kit/KitPage.tsx').then((m) => m.KitPage)));

/** Unknown addresses lead home. */
export const router = createHashRouter([
  {
    element: <App />,
    errorElement: <PageFailed />,
    children: [...pages, { path: '*', element: <Navigate to="/" replace /> }],
  },
]);
