import { useSyncExternalStore } from 'react';
import { currentToken, storageKey } from './current-token.ts';

const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

export const session = {
  token: currentToken,
  open(token: string): void {
    localStorage.setItem(storageKey, JSON.stringify({ token }));
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
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) announce();
  });
}

export interface Session {
  readonly token: string | null;
  readonly isLoggedIn: boolean;
}

export function useSession(): Session {
  const token = useSyncExternalStore(session.onChange, currentToken);
  return { token, isLoggedIn: token !== null };
}
