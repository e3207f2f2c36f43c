import { useMemo, useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

/** The page's location: the part of the address behind the `#`. */
export interface PageLocation {
  readonly pathname: string;
  /** With its `?`, or empty. */
  readonly search: string;
  /** One per entry of the browser's history. */
  readonly key: string;
  /** Reached by the browser's back or forward (or by a load), not by a link. */
  readonly isReturn: boolean;
}

/** State of every entry of the browser's history: its key, and how many of the app's pages precede it. */
interface Entry {
  readonly key: string;
  readonly depth: number;
}

function entry(): Entry | null {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !('key' in state) || !('depth' in state)) return null;
  const { key, depth } = state;
  return typeof key === 'string' && typeof depth === 'number' ? { key, depth } : null;
}

function newEntry(depth: number): Entry {
  return { key: crypto.getRandomValues(new Uint32Array(1)).join(''), depth };
}

/** Splits a hash like `#/pages/home/trade?symbol=BTC/USDT` into path and search. */
export function readHash(hash: string): { readonly pathname: string; readonly search: string } {
  const [path = '', ...rest] = hash.replace(/^#/, '').split('?');
  const pathname = `/${path.replace(/^\/+|\/+$/g, '')}`;
  return { pathname, search: rest.length > 0 ? `?${rest.join('?')}` : '' };
}

/** Reads the address. An entry that isn't the app's own, like an address typed by hand, gets a key. */
function read(isReturn: boolean): PageLocation {
  const known = entry();
  const { key } = known ?? newEntry(0);
  if (!known) window.history.replaceState({ key, depth: 0 } satisfies Entry, '');
  return { ...readHash(window.location.hash), key, isReturn };
}

function onPopState(): void {
  location.set(read(true));
}

/** Null until the location is first read or changes. */
const location = createStore<PageLocation | null>(null, {
  start() {
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  },
});

const current = (): PageLocation => {
  const known = location.get();
  if (known !== null) return known;
  const first = read(true);
  // No component has subscribed with another value yet, so this renders nothing again.
  location.set(first);
  return first;
};

/** Goes to a page of the app, `/pages/home/trade?symbol=BTC/USDT`; `replace` takes the current page out of the history. */
export function navigate(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  const depth = entry()?.depth ?? 0;
  if (replace) window.history.replaceState(newEntry(depth), '', `#${to}`);
  else window.history.pushState(newEntry(depth + 1), '', `#${to}`);
  location.set(read(false));
}

/** Goes one page back, or to `fallback` if none of the app's pages precedes this one. */
export function goBack(fallback: string): void {
  if ((entry()?.depth ?? 0) > 0) window.history.back();
  else navigate(fallback, { replace: true });
}

/** True if `to` is the current location. */
export function isCurrentLocation(to: string): boolean {
  const { pathname, search } = readHash(to);
  return pathname === current().pathname && search === current().search;
}

export function useLocation(): PageLocation {
  return useSyncExternalStore(location.subscribe, current);
}

/** The parameters of the current location. */
export function useParameters(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}
