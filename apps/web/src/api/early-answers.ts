/**
 * What the first page will ask for is asked for while the app's code is still on its way: on a phone's line that saves a whole turn.
 * An answer is used once, by the very same request, and forgotten when nobody came for it.
 */
interface Early {
  readonly token: string;
  readonly answer: Promise<Response | null>;
}

/** Later than this, what was answered is old. */
const keptMs = 10_000;
const timeoutMs = 60_000;

/** Begun by the script that stands in the page itself, and used by the app, which comes later: two programs. */
const here = globalThis as typeof globalThis & { earlyAnswers?: Map<string, Early> };
const early = (here.earlyAnswers ??= new Map<string, Early>());

/** Asks by GET, as the client does; once. */
export function askEarly(url: string, token: string): void {
  if (early.has(url)) return;
  const answer = fetch(url, {
    headers: { accept: 'application/json', 'access-token': token },
    signal: AbortSignal.timeout(timeoutMs),
    credentials: 'omit',
    cache: 'no-store',
  }).catch(() => null);
  early.set(url, { token, answer });
  setTimeout(() => early.delete(url), keptMs);
}

/** The browser's `fetch`, which gives what was asked for early where it is the same. */
export async function fetchOnce(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = typeof input === 'string' && init.method === 'GET' ? input : '';
  const known = early.get(url);
  if (known === undefined) return fetch(input, init);
  early.delete(url);
  const isSame = new Headers(init.headers).get('access-token') === known.token;
  return (isSame ? await known.answer : null) ?? fetch(input, init);
}
