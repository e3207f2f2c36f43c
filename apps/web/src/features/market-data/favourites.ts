import { useSyncExternalStore } from 'react';
import { calls } from '@fft/contract';
import { callApi } from '../../api/index.ts';
import { session } from '../session/index.ts';
import { favourites, onFavourites, storeFavourites } from './favourite-list.ts';

/** Stands while the list on this device is an account's, and not a passer-by's. */
const accountKey = 'favourite-markets-of-account';

/** What the account is known to hold; null until it was asked. */
let confirmed: readonly string[] | null = null;
/** Whether the list here was changed since it was last sent. */
let changed = false;
let sending = false;
/** Who lights stars in a row, or one by mistake, is waited for. */
const debounceMs = 500;
let soon: ReturnType<typeof setTimeout> | undefined;

/** The markets that the customer watches: his account's, or this device's while nobody is logged in. */
export const useFavourites = (): ReadonlySet<string> => useSyncExternalStore(onFavourites, favourites);

/** Shown at once; taken back if the account can't be told, which the customer hears of. */
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
    // Before the app goes out of sight, perhaps for good, what was changed is sent.
    void (document.hidden ? send() : follow());
  });
  void follow();
}

async function follow(): Promise<void> {
  const token = session.token();
  if (token === null) {
    if (localStorage.getItem(accountKey) === null) return;
    // Whoever uses this device next isn't shown what the last one watched.
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
