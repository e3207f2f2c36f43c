import { createSignal } from '@fft/kit';
import { useSyncExternalStore } from 'react';
import { currentToken, storageKey } from './current-token.ts';
import { keepInMemory } from './storage-fallback.ts';

const changes = createSignal();

let owners = 0;

export const session = {
  token: currentToken,
  open(token: string): void {
    const entry = JSON.stringify({ token });
    try {
      localStorage.setItem(storageKey, entry);
    } catch {
      // The storage is full: the session lasts only while this page is open.
      keepInMemory('localStorage');
      localStorage.setItem(storageKey, entry);
    }
    changes.notify();
  },
  close(): void {
    localStorage.removeItem(storageKey);
    changes.notify();
  },
  /** Call this after changing the storage from elsewhere. */
  announce: changes.notify,
  onChange: changes.subscribe,
};

/** Follows log-in and log-out in other tabs. */
export function startSession(): void {
  let last = currentToken();
  session.onChange(() => {
    const token = currentToken();
    if (last !== null && token !== null && token !== last) owners += 1;
    last = token;
  });
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) changes.notify();
  });
}

export interface Session {
  readonly token: string | null;
  readonly isLoggedIn: boolean;
}

/** Changes each time that another customer is logged in without a log-out in between, as another tab can do. Pages use it as a key. */
export function useOwner(): number {
  return useSyncExternalStore(session.onChange, () => owners);
}

export function useSession(): Session {
  const token = useSyncExternalStore(session.onChange, currentToken);
  return { token, isLoggedIn: token !== null };
}
