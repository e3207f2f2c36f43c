import 'virtual:brand.css';
import '@fft/kit/tokens.css';
import '@fft/kit/base.css';
import { startLocale } from '@fft/kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/index.ts';
import { App } from './app/App.tsx';
import { startConnection } from './connection/index.ts';
import { startFavourites } from './market-data/favourites.ts';
import { startSession } from './session/index.ts';
import { startUpColor } from './settings/up-color.ts';
import { startUpdates } from './updates/index.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element for the app');

startLocale();
startUpColor();
startSession();
startConnection();
startFavourites();
startUpdates();

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
