import { createStore, type ReadableStore } from '@fft/kit';
import { appStream } from '../../api/connection/index.ts';
import { firstPaint } from '../../lib/first-paint.ts';

const workerPath = '/sw.js';

/** Missing in TypeScript's types: our policy allows script URLs only through Trusted Types. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): unknown;
  };
}

const isAvailable = createStore(false);

/** True if a newer version of the app is available. */
export const updateAvailable: ReadableStore<boolean> = isAvailable;

/** The worker's shell is a newer version if this very file isn't in it. */
function hear(message: unknown): void {
  if (typeof message !== 'object' || message === null || !('shell' in message) || !Array.isArray(message.shell)) return;
  if (message.shell.includes(new URL(import.meta.url).pathname)) return;
  isAvailable.set(true);
}

function workerUrl(): string {
  const { trustedTypes } = window as typeof window & { readonly trustedTypes?: TrustedTypes };
  if (!trustedTypes) return workerPath;
  const policy = trustedTypes.createPolicy('service-worker', { createScriptURL: (url) => url });
  // The DOM types accept only strings.
  return policy.createScriptURL(workerPath) as string;
}

/** Registers the service worker, and checks for a newer version when the stream reconnects or the page becomes visible. */
async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register(workerUrl(), { updateViaCache: 'none' });
  const update = async (): Promise<unknown> => registration.update();
  // A failed check must not end the stream's listener.
  const look = (): void => void update().catch(() => undefined);
  let wasLive = appStream().state === 'live';
  appStream().onState((state) => {
    if (state === 'live' && !wasLive) look();
    wasLive = state === 'live';
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) look();
  });
}

const begin = (): void => void register().catch((error: unknown) => console.warn('no service worker', error));

/** Adds the manifest after the first paint, which doesn't need it. */
function nameManifest(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/manifest.webmanifest';
  document.head.append(link);
}

/** Called once at start. Does nothing during development and in browsers without service workers. */
export function startUpdates(): void {
  void firstPaint.then(nameManifest);
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(data));
  navigator.serviceWorker.startMessages();
  // Caching the shell must not compete with the first paint.
  void firstPaint.then(begin);
}
