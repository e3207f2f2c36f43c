import { useSyncExternalStore } from 'react';
import { chosenTheme, type Theme } from './theme.ts';

function onStorage(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** The customer's choice of theme, as this tab or another has stored it. */
export const useTheme = (): Theme => useSyncExternalStore(onStorage, chosenTheme);
