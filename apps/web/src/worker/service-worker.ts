/** Filled in by the build: the brand's name, the files of the app's shell, and a hash over all of them. */
declare const SHELL: { readonly name: string; readonly version: string; readonly files: readonly string[] };
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

/** A push as the server sends it. */
interface Push {
  readonly title: string;
  readonly body: string;
  /** The app's page that it leads to. */
  readonly path: string;
  readonly lang: string;
  readonly tag: string;
}

/** Shows a push. Browsers require it for each one: what can't be read is shown without its text. */
async function showPush(data: PushMessageData | null): Promise<void> {
  const { title = shell.name, path = '/pages/content/index', ...rest }: Partial<Push> = readPush(data);
  const { body = '', lang = '', tag = '' } = rest;
  const looks = { icon: '/icon-192.png', badge: '/icon-192.png' };
  await self.registration.showNotification(title, { ...looks, body, lang, tag, data: { path } });
}

function readPush(data: PushMessageData | null): Partial<Push> {
  try {
    return (data?.json() ?? {}) as Partial<Push>;
  } catch {
    return {};
  }
}

/** Leads to the page of a notification: in an open window of the app, or a new one. */
async function openPath(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (open === undefined) {
    await self.clients.openWindow(`/#${path}`);
    return;
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of this worker has its origin, and accepts no other argument
  open.postMessage({ open: path });
  // Refused where the browser doesn't count this as the person's own act; the page has opened anyway.
  await open.focus().catch(() => undefined);
}

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)));
self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  const { path } = notification.data as Pick<Push, 'path'>;
  event.waitUntil(openPath(path));
});
self.addEventListener('install', (event) => event.waitUntil(keepShell()));
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname === '/') event.respondWith(openPage(request));
  else if (shell.files.includes(pathname)) event.respondWith(openFile(request));
});
