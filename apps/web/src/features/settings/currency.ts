import type { Lang } from '@fft/contract';
import { useSyncExternalStore } from 'react';
import { useLang } from '../../i18n/index.ts';

const storageKey = 'currency';
const listeners = new Set<() => void>();

/** The currency of who hasn't chosen one. */
export const usualCurrency: Readonly<Record<Lang, string>> = { zh: 'CNY', en: 'USD' };

const chosenCurrency = (): string | null => localStorage.getItem(storageKey);

/** On this device values are shown in this currency too. */
export function setCurrency(currency: string): void {
  localStorage.setItem(storageKey, currency);
  for (const listener of listeners) listener();
}

function onCurrency(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The currency that values are also shown in: the chosen one, or the language's own. */
export function useCurrency(): string {
  const lang = useLang();
  return useSyncExternalStore(onCurrency, chosenCurrency) ?? usualCurrency[lang];
}
