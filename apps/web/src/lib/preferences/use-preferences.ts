import { useSyncExternalStore } from 'react';
import { chosenTheme, type Theme } from './theme.ts';
import { currentUpColor, setUpColor, type UpColor } from './up-color.ts';

function onStorage(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** The customer's choice of theme, as this tab or another has stored it. */
export const useTheme = (): Theme => useSyncExternalStore(onStorage, chosenTheme);

export const useUpColor = (): UpColor => useSyncExternalStore(onStorage, currentUpColor);

/** Stores the choice on this device, and reports it here as to other tabs. */
export function chooseUpColor(color: UpColor): void {
  setUpColor(color);
  window.dispatchEvent(new StorageEvent('storage', { key: 'up-color' }));
}
