import { useSyncExternalStore } from 'react';
import { calls } from '@fft/contract';
import { callApi } from '../../api/index.ts';
import { session } from '../session/index.ts';
import { favourites, onFavourites, storeFavourites } from './favourite-list.ts';

/** Set while the list on this device belongs to an account and not to a guest. */
const accountKey = 'favourite-markets-of-account';

/** The account's list as last confirmed; null before the first read. */
let confirmed: readonly string[] | null = null;
/** True if the list has changed since it was last sent. */
let changed = false;
let sending = false;
/** Waits for further toggles, and for one that undoes a mistake. */
const debounceMs = 500;
let soon: ReturnType<typeof setTimeout> | undefined;

/** The customer's favourite markets: the account's, or this device's for a guest. */
export const useFavourites = (): ReadonlySet<string> => useSyncExternalStore(onFavourites, favourites);

/** Shows the change immediately; undoes it if the account can't be updated, which shows a message. */
export function toggleFavourite(symbol: string): void {
  const next = new Set(favourites());
  if (!next.delete(symbol)) next.add(symbol);
  changed = true;
  storeFavourites(next);
  clearTimeout(soon);
  soon = setTimeout(() => void send(), debounceMs);
}

/** Keeps the list and the account's the same: from log-in on, and again whenever the app comes back to sight. */
export function startFavourites(): void {
  session.onChange(() => {
    confirmed = null;
    void follow();
  });
  document.addEventListener('visibilitychange', () => {
    // The app may be closed while hidden, so changes are sent now.
    void (document.hidden ? send() : follow());
  });
  void follow();
}

async function follow(): Promise<void> {
  const token = session.token();
  if (token === null) {
    if (localStorage.getItem(accountKey) === null) return;
    // The next user of this device must not see the last one's favourites.
    localStorage.removeItem(accountKey);
    storeFavourites([]);
    return;
  }
  const account = await callApi(calls.watchlist.favourites, {}, { quiet: true }).catch(() => null);
  if (account === null || session.token() !== token) return;
  confirmed = account;
  if (localStorage.getItem(accountKey) === null) {
    const merged = new Set([...account, ...favourites()]);
    changed = merged.size > account.length;
    localStorage.setItem(accountKey, 'true');
    storeFavourites(merged);
  } else if (!changed) {
    storeFavourites(account);
  }
  await send();
}

async function send(): Promise<void> {
  if (sending || confirmed === null) return;
  sending = true;
  try {
    while (changed) {
      changed = false;
      confirmed = await callApi(calls.watchlist.setFavourites, { symbols: [...favourites()].join(',') });
    }
  } catch {
    changed = false;
    if (session.token() !== null) storeFavourites(confirmed);
  } finally {
    sending = false;
  }
}
