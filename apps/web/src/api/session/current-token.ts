/** Where the browser keeps the session. */
export const storageKey = 'user-token';

/** Who is logged in has a token. The entry in local storage is `{ token }`, as the specification says. */
export function currentToken(): string | null {
  const stored = localStorage.getItem(storageKey);
  if (stored === null) return null;
  try {
    const entry: unknown = JSON.parse(stored);
    if (typeof entry === 'object' && entry !== null && 'token' in entry && typeof entry.token === 'string') {
      return entry.token === '' ? null : entry.token;
    }
  } catch {
    // An entry that something else wrote is no session.
  }
  return null;
}
