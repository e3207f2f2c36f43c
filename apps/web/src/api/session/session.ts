import { useSyncExternalStore } from 'react';
import { currentToken, storageKey } from './current-token.ts';
import { keepInMemory } from './provide-storage.ts';

const listeners = new Set<() => void>();

let owners = 0;

function announce(): void {
  for (const listener of listeners) listener();
}

export const session = {
  token: currentToken,
  open(token: string): void {
    const entry = JSON.stringify({ token });
    try {
      localStorage.setItem(storageKey, entry);
    } catch {
      // It is full: whoever logs in stays so for as long as the page is open.
      keepInMemory('localStorage');
      localStorage.setItem(storageKey, entry);
    }
    announce();
  },
  close(): void {
    localStorage.removeItem(storageKey);
    announce();
  },
  /** To be called when the storage was changed from elsewhere. */
  announce,
  onChange(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
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
    if (event.key === storageKey || event.key === null) announce();
  });
}

export interface Session {
  readonly token: string | null;
  readonly isLoggedIn: boolean;
}

/** Another number each time that somebody else is logged in without a log-out in between, as another tab can do: what stands on the pages isn't his. */
export function useOwner(): number {
  return useSyncExternalStore(session.onChange, () => owners);
}

export function useSession(): Session {
  const token = useSyncExternalStore(session.onChange, currentToken);
  return { token, isLoggedIn: token !== null };
}
