import { useSyncExternalStore } from 'react';

const storageKey = 'favourite-markets';
const listeners = new Set<() => void>();
const none: ReadonlySet<string> = new Set();
let read: { readonly text: string | null; readonly symbols: ReadonlySet<string> } = { text: null, symbols: none };

/** What is stored; anything that isn't a list of markets counts as none. */
export function parseFavourites(text: string | null): ReadonlySet<string> {
  if (text === null) return none;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? new Set(list.filter((symbol) => typeof symbol === 'string')) : none;
  } catch {
    return none;
  }
}

function current(): ReadonlySet<string> {
  const text = localStorage.getItem(storageKey);
  if (text !== read.text) read = { text, symbols: parseFavourites(text) };
  return read.symbols;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The markets that this device's customer watches. They go with the rest of the local storage when a session ends by the server. */
export const useFavourites = (): ReadonlySet<string> => useSyncExternalStore(subscribe, current);

export function toggleFavourite(symbol: string): void {
  const next = new Set(current());
  if (!next.delete(symbol)) next.add(symbol);
  localStorage.setItem(storageKey, JSON.stringify([...next]));
  for (const listener of listeners) listener();
}
