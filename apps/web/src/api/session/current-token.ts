/** The specification's key of the session in local storage. */
export const storageKey = 'user-token';

/** The token of the current session; null without one. The entry in local storage is `{ token }`, as the specification says. */
export function currentToken(): string | null {
  const stored = localStorage.getItem(storageKey);
  if (stored === null) return null;
  try {
    const entry: unknown = JSON.parse(stored);
    if (typeof entry === 'object' && entry !== null && 'token' in entry && typeof entry.token === 'string') {
      return entry.token === '' ? null : entry.token;
    }
  } catch {
    // An entry written by something else is no session.
  }
  return null;
}
