import 'virtual:brand.css';
import '@fft/kit/tokens.css';
import '@fft/kit/base.css';
import './welcome-screen.css';
import './desktop.css';
import { startLocale } from '@fft/kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../api/index.ts';
import { App } from './App.tsx';
import { firstData } from './first-data.ts';
import { forgetFailedStyles } from '../ui/lazy/index.ts';
import { startConnection } from '../api/connection/index.ts';
import { startFavourites } from '../features/market-data/favourites.ts';
import { startKept, startSession } from '../features/session/index.ts';
import { startUpColor } from '../features/settings/up-color.ts';
import { startUpdates } from './updates/index.ts';

/** As long as a page's code and data may take before its skeleton is shown. */
const patienceMs = 200;

/** Starts what runs beside the pages, then shows the first one: at once and whole where its code and what it shows come in time. */
export async function start(path: string, code: Promise<unknown>): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no element for the app');
  forgetFailedStyles();
  startLocale();
  startUpColor();
  startSession();
  startKept();
  startConnection();
  startFavourites();
  startUpdates();
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patienceMs);
  await Promise.race([Promise.allSettled([code, firstData(path)]), late]);
  clearTimeout(timer);
  // A transition: React draws it in small pieces, between which a touch is answered.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <App />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}
