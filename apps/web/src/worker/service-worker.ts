/** Filled in by the build: the files that the app's first page is made of, and a hash over all of them. */
declare const SHELL: { readonly version: string; readonly files: readonly string[] };
declare const self: ServiceWorkerGlobalScope;

/**
 * Keeps the app's shell for when there is no network, and nothing else: answers of the API never come near it. The page itself is asked for anew each time, so that a
 * deployment shows at once; what is kept stands in when the answer doesn't come.
 */
const shell = SHELL;
const cacheName = `shell-${shell.version}`;
const pageWithinMs = 4000;

/**
 * Keeps the new shell, and tells the pages that are open of it. It takes the old one's place once they are all closed, and never under a page: one that is asked for
 * in the moment in which a worker is put in another's place may never come.
 */
async function keepShell(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(shell.files.map((file) => new Request(file, { cache: 'no-cache' })));
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of this worker is of its origin, and takes no other argument
  for (const page of pages) page.postMessage({ shell: shell.files });
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
}

/** The page, once it is here as a whole: one whose end comes too late would be cut off, and is none. */
async function pageInTime(request: Request): Promise<Response | null> {
  try {
    const answered = await fetch(request, { signal: AbortSignal.timeout(pageWithinMs) });
    if (!answered.ok) return null;
    const whole = await answered.arrayBuffer();
    const headers = new Headers(answered.headers);
    // They are about the bytes as they were sent; these are unpacked.
    for (const name of ['content-encoding', 'content-length']) headers.delete(name);
    return new Response(whole, { status: answered.status, headers });
  } catch {
    return null;
  }
}

async function openPage(request: Request): Promise<Response> {
  // Where nothing is kept, a slow page is still better than none.
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
