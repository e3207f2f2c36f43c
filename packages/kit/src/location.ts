import { useMemo, useSyncExternalStore } from 'react';

/** Where the customer is: what stands behind the `#` of the address. */
export interface PageLocation {
  readonly pathname: string;
  /** With its `?`, or empty. */
  readonly search: string;
  /** One per entry of the browser's history. */
  readonly key: string;
  /** Come to by the browser's back or forward (or by a load), not by a link. */
  readonly isReturn: boolean;
}

/** What every entry of the browser's history carries: its key, and how many of the app's pages stand before it. */
interface Entry {
  readonly key: string;
  readonly depth: number;
}

let now: PageLocation | null = null;
const listeners = new Set<() => void>();

function entry(): Entry | null {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !('key' in state) || !('depth' in state)) return null;
  const { key, depth } = state;
  return typeof key === 'string' && typeof depth === 'number' ? { key, depth } : null;
}

function newEntry(depth: number): Entry {
  return { key: crypto.getRandomValues(new Uint32Array(1)).join(''), depth };
}

/** The path and the search of an address like `#/pages/home/trade?symbol=BTC/USDT`. */
export function readHash(hash: string): { readonly pathname: string; readonly search: string } {
  const [path = '', ...rest] = hash.replace(/^#/, '').split('?');
  const pathname = `/${path.replace(/^\/+|\/+$/g, '')}`;
  return { pathname, search: rest.length > 0 ? `?${rest.join('?')}` : '' };
}

/** Reads the address. An entry that isn't the app's own, like an address typed by hand, becomes one. */
function read(isReturn: boolean): PageLocation {
  const known = entry();
  const { key } = known ?? newEntry(0);
  if (!known) window.history.replaceState({ key, depth: 0 } satisfies Entry, '');
  return { ...readHash(window.location.hash), key, isReturn };
}

function tell(next: PageLocation): void {
  now = next;
  for (const listener of listeners) listener();
}

const current = (): PageLocation => (now ??= read(true));

const onPopState = (): void => tell(read(true));

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('popstate', onPopState);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('popstate', onPopState);
  };
}

/** Goes to a page of the app, `/pages/home/trade?symbol=BTC/USDT`; with `replace` the way back doesn't lead here again. */
export function navigate(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  const depth = entry()?.depth ?? 0;
  if (replace) window.history.replaceState(newEntry(depth), '', `#${to}`);
  else window.history.pushState(newEntry(depth + 1), '', `#${to}`);
  tell(read(false));
}

/** Goes one page back, or to `fallback` where none of the app's pages stands before this one. */
export function goBack(fallback: string): void {
  if ((entry()?.depth ?? 0) > 0) window.history.back();
  else navigate(fallback, { replace: true });
}

/** Whether `to` is where one is. */
export function isHere(to: string): boolean {
  const { pathname, search } = readHash(to);
  return pathname === current().pathname && search === current().search;
}

export function useLocation(): PageLocation {
  return useSyncExternalStore(subscribe, current);
}

/** What the address says behind its `?`. */
export function useParameters(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}
