/** Filled in by the build: the files of the app's shell, and a hash over all of them. */
declare const SHELL: { readonly version: string; readonly files: readonly string[] };
declare const self: ServiceWorkerGlobalScope;

/**
 * Caches the app's shell for when there is no network, and nothing else: API responses are never cached. The HTML is requested from the network each time, so that a
 * deployment is visible immediately; the cached copy is used if the request fails.
 */
const shell = SHELL;
const cacheName = `shell-${shell.version}`;
const pageWithinMs = 4000;

/**
 * Caches the new shell and notifies open pages. This worker takes over once all pages of the old one are closed, never while one is open: a page requested
 * during a takeover might never arrive.
 */
async function keepShell(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(shell.files.map((file) => new Request(file, { cache: 'no-cache' })));
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of this worker has its origin, and accepts no other argument
  for (const page of pages) page.postMessage({ shell: shell.files });
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
}

/** Reads the whole page: a response cut off in the middle counts as none. */
async function pageInTime(request: Request): Promise<Response | null> {
  try {
    const answered = await fetch(request, { signal: AbortSignal.timeout(pageWithinMs) });
    if (!answered.ok) return null;
    const whole = await answered.arrayBuffer();
    const headers = new Headers(answered.headers);
    // These headers describe the encoded bytes; the body is decoded.
    for (const name of ['content-encoding', 'content-length']) headers.delete(name);
    return new Response(whole, { status: answered.status, headers });
  } catch {
    return null;
  }
}

async function openPage(request: Request): Promise<Response> {
  // Without a cached copy, a slow page is better than none.
  return (await pageInTime(request)) ?? (await caches.match('/', { cacheName })) ?? fetch(request);
}

async function openFile(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName })) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(keepShell()));
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname === '/') event.respondWith(openPage(request));
  else if (shell.files.includes(pathname)) event.respondWith(openFile(request));
});
