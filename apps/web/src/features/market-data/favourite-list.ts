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

/** The list on this device. */
export function favourites(): ReadonlySet<string> {
  const text = localStorage.getItem(storageKey);
  if (text !== read.text) read = { text, symbols: parseFavourites(text) };
  return read.symbols;
}

export function storeFavourites(symbols: Iterable<string>): void {
  localStorage.setItem(storageKey, JSON.stringify([...symbols]));
  for (const listener of listeners) listener();
}

export function onFavourites(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
