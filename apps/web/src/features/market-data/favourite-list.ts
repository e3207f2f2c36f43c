import { createSignal } from '@fft/kit';

const storageKey = 'favourite-markets';
const changes = createSignal();
const none: ReadonlySet<string> = new Set();
let read: { readonly text: string | null; readonly symbols: ReadonlySet<string> } = { text: null, symbols: none };

/** Parses the stored list; anything else counts as empty. */
export function parseFavourites(text: string | null): ReadonlySet<string> {
  if (text === null) return none;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? new Set(list.filter((symbol) => typeof symbol === 'string')) : none;
  } catch {
    return none;
  }
}

/** The list on this device. */
export function favourites(): ReadonlySet<string> {
  const text = localStorage.getItem(storageKey);
  if (text !== read.text) read = { text, symbols: parseFavourites(text) };
  return read.symbols;
}

export function storeFavourites(symbols: Iterable<string>): void {
  localStorage.setItem(storageKey, JSON.stringify([...symbols]));
  changes.notify();
}

export function onFavourites(listener: () => void): () => void {
  const unsubscribe = changes.subscribe(listener);
  window.addEventListener('storage', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', listener);
  };
}
