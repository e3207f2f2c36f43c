import { createSignal } from '@fft/kit';
import { useSyncExternalStore } from 'react';
import { currentToken, storageKey } from './current-token.ts';
import { keepInMemory } from './storage-fallback.ts';

const changes = createSignal();

/** Whom the app's pages belong to: a token that another tab has stored counts only once the pages were thrown away. */
interface Owner {
  /** Counts the customers who left, by a log-out or because another one logged in. A guest who logs in keeps what was typed. */
  readonly number: number;
  readonly token: string | null;
}

/** Null before the start. */
let owner: Owner | null = null;

function followOwner(): void {
  const token = currentToken();
  if (owner === null) owner = { number: 0, token };
  else if (owner.token !== token) owner = { number: owner.token === null ? owner.number : owner.number + 1, token };
}

const ownerNumber = (): number => owner?.number ?? 0;

export const session = {
  token: currentToken,
  /** The token of the session that the pages on the screen were opened in. */
  ownersToken: (): string | null => (owner === null ? currentToken() : owner.token),
  /** Changes with each customer who leaves; a guest's log-in doesn't change it. */
  owner: ownerNumber,
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
  owner = null;
  followOwner();
  session.onChange(followOwner);
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) changes.notify();
  });
}

export interface Session {
  readonly token: string | null;
  readonly isLoggedIn: boolean;
}

/** Changes each time that a customer leaves, also without a log-out in between, as another tab can do. It is the key of all pages, sheets and dialogs. */
export function useOwner(): number {
  return useSyncExternalStore(session.onChange, ownerNumber);
}

export function useSession(): Session {
  const token = useSyncExternalStore(session.onChange, currentToken);
  return { token, isLoggedIn: token !== null };
}
