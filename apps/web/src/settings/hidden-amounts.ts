import { useSyncExternalStore } from 'react';

const storageKey = 'hide-amounts';
const listeners = new Set<() => void>();

function currentlyHidden(): boolean {
  return localStorage.getItem(storageKey) === 'yes';
}

/** Hides what one owns from who looks over one's shoulder, on every page, until shown again. */
export function setAmountsHidden(hides: boolean): void {
  if (hides) localStorage.setItem(storageKey, 'yes');
  else localStorage.removeItem(storageKey);
  for (const listener of listeners) listener();
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAmountsHidden(): boolean {
  return useSyncExternalStore(onChange, currentlyHidden);
}
