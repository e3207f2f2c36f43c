import { currentToken } from '../../api/session/current-token.ts';
import { session } from '../../api/session/session.ts';

const prefix = 'kept:';
/** What was typed longer ago, at other prices, nobody expects back. */
const keptMs = 15 * 60_000;

/** Something that outlives a reload of the page, but neither the tab nor its customer's session. */
export interface Kept<Value> {
  readonly keep: (value: Value) => void;
  /** Null where nothing is kept for who is here now. */
  readonly read: () => Value | null;
  readonly forget: () => void;
}

interface Entry<Value> {
  /** Whose it is: nobody else may see it. What a guest typed goes with him as he logs in. */
  readonly token: string | null;
  readonly atMs: number;
  readonly value: Value;
}

export interface KeepRules {
  /** However long ago. */
  readonly forGood?: boolean;
}

/** Keeps a value in this tab. Passwords and codes are never given to it. */
export function keptHere<Value>(name: string, { forGood = false }: KeepRules = {}): Kept<Value> {
  const key = prefix + name;
  return {
    keep(value) {
      const entry: Entry<Value> = { token: currentToken(), atMs: Date.now(), value };
      try {
        sessionStorage.setItem(key, JSON.stringify(entry));
      } catch {
        // It is full. What stands in the page stands there without it.
      }
    },
    read() {
      const text = sessionStorage.getItem(key);
      if (text === null) return null;
      // Nobody but this module writes the entry.
      const { token, atMs, value } = JSON.parse(text) as Entry<Value>;
      const isOwn = token === null || token === currentToken();
      return isOwn && (forGood || Date.now() - atMs < keptMs) ? value : null;
    },
    forget: () => sessionStorage.removeItem(key),
  };
}

/** Forgets all that is kept by names that begin so. */
export function forgetKept(name: string): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix + name)) sessionStorage.removeItem(key);
}

/** Once nobody is logged in any more, nothing of his stays. Called once at start. */
export function startKept(): void {
  session.onChange(() => {
    if (currentToken() === null) forgetKept('');
  });
}
