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
import { forgetFailedStyles, startPreloading } from '../ui/lazy/index.ts';
import { startConnection } from '../api/connection/index.ts';
import { startFavourites } from '../features/market-data/favourites.ts';
import { session, startTabStorage, startSession } from '../features/session/index.ts';
import { startUpColor } from '../lib/preferences/up-color.ts';
import { startUpdates } from './updates/index.ts';

/** Wait this long for a page's code and data before showing its skeleton. */
const patienceMs = 200;

/** Starts the app's services and renders the first page, complete if its code and data arrive in time. */
export async function start(path: string, code: Promise<unknown>): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element #root');
  forgetFailedStyles();
  startLocale();
  startUpColor(session.onChange);
  startSession();
  startTabStorage();
  startConnection();
  startFavourites();
  startUpdates();
  startPreloading();
  // Set before anything else has run (`follow-theme.ts`).
  await globalThis.lightSheet;
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patienceMs);
  await Promise.race([Promise.allSettled([code, firstData(path)]), late]);
  clearTimeout(timer);
  // A transition lets React render in small slices and respond to touches in between.
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
