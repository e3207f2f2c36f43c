import 'virtual:brand.css';
import '@fft/kit/tokens.css';
import '@fft/kit/base.css';
import './welcome-screen.css';
import './desktop.css';
import { startLocale } from '@fft/kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient, readAhead } from '../api/index.ts';
import { App } from './App.tsx';
import { forgetFailedStyles, startPreloading } from '../ui/lazy/index.ts';
import { startConnection } from '../api/connection/index.ts';
import { startFavourites } from '../features/market-data/favourites.ts';
import { session, startTabStorage, startSession } from '../features/session/index.ts';
import { startUpColor } from '../lib/preferences/up-color.ts';
import { startUpdates } from './updates/index.ts';
import { calls } from '@fft/contract';
import { firstCalls } from '../api/early-calls.ts';
import { firstTickers, mergeKnownTickers } from '../features/live/tickers.ts';
import { firstRates } from '../features/market-data/use-local-value.ts';

/** The home page's markets, and their tickers with them. */
async function homeMarkets(): Promise<void> {
  const lists = await readAhead(calls.home.rankings);
  if (lists) mergeKnownTickers(Object.values(lists).flat());
}

/** Passes an early call's answer to where pages read it, by the call's path. */
const readers: Readonly<Record<string, () => Promise<unknown>>> = {
  [calls.home.carousel.path]: () => readAhead(calls.home.carousel),
  [calls.home.rankings.path]: homeMarkets,
  [calls.market.list.path]: () => readAhead(calls.market.list),
  [calls.market.tickers.path]: firstTickers,
  [calls.market.rates.path]: firstRates,
};

/** Loads the data that the page at this path shows first, so that it is rendered once and complete. */
async function firstData(page: string): Promise<void> {
  await Promise.all(firstCalls(page).map(async (path) => readers[path]?.()));
}

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
