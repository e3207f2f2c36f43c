import type { Me } from '@fft/console-contract';
import { useSyncExternalStore } from 'react';

/** An operator's session. It belongs to this tab and ends with it. */
export interface Session {
  readonly token: string;
  readonly me: Me;
}

const storageKey = 'operator-session';
const listeners = new Set<() => void>();

function read(): Session | null {
  const stored = sessionStorage.getItem(storageKey);
  if (stored === null) return null;
  try {
    return JSON.parse(stored) as Session;
  } catch {
    return null;
  }
}

let now = read();
/** True if the server ended the last session; the log-in page shows a message. */
let hasEnded = false;

function change(next: Session | null): void {
  now = next;
  if (next === null) sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, JSON.stringify(next));
  for (const listener of listeners) listener();
}

export const session = {
  current: (): Session | null => now,
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
    if (now === null) return;
    hasEnded = true;
    change(null);
  },
  onChange(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export function useSession(): Session | null {
  return useSyncExternalStore(session.onChange, session.current);
}
