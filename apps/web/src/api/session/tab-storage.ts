import { currentToken } from './current-token.ts';
import { session } from './session.ts';

const prefix = 'kept:';
/** Older input is outdated, since prices have moved on. */
const maxAgeMs = 15 * 60_000;

/** A value that survives a reload, but neither the tab nor the customer's session. */
export interface Kept<Value> {
  readonly keep: (value: Value) => void;
  /** Null if nothing is stored for the current customer. */
  readonly read: () => Value | null;
  readonly forget: () => void;
}

interface Entry<Value> {
  /** The owner's token: no one else may read the value. A guest's input stays when they log in. */
  readonly token: string | null;
  readonly atMs: number;
  readonly value: Value;
}

export interface KeepRules {
  /** Never expires. */
  readonly forGood?: boolean;
}

/** Stores a value in this tab. Never use it for passwords or codes. */
export function tabStorage<Value>(name: string, { forGood = false }: KeepRules = {}): Kept<Value> {
  const key = prefix + name;
  return {
    keep(value) {
      // Another tab's log-in may be stored already, while the form is still that of the customer before.
      const entry: Entry<Value> = { token: session.ownersToken(), atMs: Date.now(), value };
      try {
        sessionStorage.setItem(key, JSON.stringify(entry));
      } catch {
        // The storage is full. The page works without it.
      }
    },
    read() {
      const text = sessionStorage.getItem(key);
      if (text === null) return null;
      // Only this module writes the entry.
      const { token, atMs, value } = JSON.parse(text) as Entry<Value>;
      const isOwn = token === null || token === session.ownersToken();
      return isOwn && (forGood || Date.now() - atMs < maxAgeMs) ? value : null;
    },
    forget: () => sessionStorage.removeItem(key),
  };
}

/** Removes all values whose names start with `name`. */
export function clearTabStorage(name: string): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix + name)) sessionStorage.removeItem(key);
}

/** Clears the tab's storage when the customer logs out. Called once at start. */
export function startTabStorage(): void {
  session.onChange(() => {
    if (currentToken() === null) clearTabStorage('');
  });
}
