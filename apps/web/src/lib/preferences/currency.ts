import type { Lang } from '@fft/contract';
import { createSignal } from '@fft/kit';
import { useSyncExternalStore } from 'react';
import { useLang } from '../../i18n/index.ts';

const storageKey = 'currency';
const changes = createSignal();

/** The default currency of each language. */
export const defaultCurrencies: Readonly<Record<Lang, string>> = { zh: 'CNY', en: 'USD' };

const chosenCurrency = (): string | null => localStorage.getItem(storageKey);

/** Shows values in this currency too, on this device. */
export function setCurrency(currency: string): void {
  localStorage.setItem(storageKey, currency);
  changes.notify();
}

function onCurrency(listener: () => void): () => void {
  const unsubscribe = changes.subscribe(listener);
  window.addEventListener('storage', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', listener);
  };
}

/** The currency that values are also shown in: the chosen one, or the language's default. */
export function useCurrency(): string {
  const lang = useLang();
  return useSyncExternalStore(onCurrency, chosenCurrency) ?? defaultCurrencies[lang];
}
