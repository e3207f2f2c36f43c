import { NetworkError } from '@fft/client';
import { QueryClient } from '@tanstack/react-query';
import { session } from './session.ts';

/** The query cache. It is cleared when the session changes, so no operator sees another's data. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      gcTime: 60_000,
      retry: (failures, error) => error instanceof NetworkError && error.kind !== 'timeout' && failures < 1,
      retryDelay: 800,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

session.onChange(() => queryClient.clear());
