import type { Me } from '@fft/console-contract';
import { createStore, useStore } from '@fft/kit';

/** An operator's session. It belongs to this tab and ends with it. */
export interface Session {
  readonly token: string;
  readonly me: Me;
}

const storageKey = 'operator-session';

function read(): Session | null {
  const stored = sessionStorage.getItem(storageKey);
  if (stored === null) return null;
  try {
    return JSON.parse(stored) as Session;
  } catch {
    return null;
  }
}

const current = createStore(read());
/** True if the server ended the last session; the log-in page shows a message. */
let hasEnded = false;

function change(next: Session | null): void {
  if (next === null) sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, JSON.stringify(next));
  current.set(next);
}

export const session = {
  current: current.get,
  hasEnded: (): boolean => hasEnded,
  open(next: Session): void {
    hasEnded = false;
    change(next);
  },
  close(): void {
    hasEnded = false;
    change(null);
  },
  /** Ends a session that the server no longer accepts. */
  end(): void {
    if (current.get() === null) return;
    hasEnded = true;
    change(null);
  },
  onChange: current.subscribe,
};

export const useSession = (): Session | null => useStore(current);
