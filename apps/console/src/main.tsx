import 'virtual:brand.css';
import '@fft/kit/tokens.css';
import '@fft/kit/base.css';
import './ui/console.css';
import { startLocale } from '@fft/kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/use-call.ts';
import { App } from './app/App.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

startLocale();

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
