import { createStore } from '@fft/kit';
import { useSyncExternalStore } from 'react';

/** Calls under way that show the loading indicator. It is hidden after every response, good or bad. */
const count = createStore(0);

const isLoading = (): boolean => count.get() > 0;

export const loading = {
  isShown: isLoading,
  begin: (): void => count.set(count.get() + 1),
  end: (): void => count.set(count.get() - 1),
};

export const useIsLoading = (): boolean => useSyncExternalStore(count.subscribe, isLoading);
