import { appStream, firstDrawing } from '../../api/connection/index.ts';

const workerPath = '/sw.js';

/** Scripts may be named by a policy of ours alone; TypeScript doesn't know them yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): unknown;
  };
}

let waiting = false;
const listeners = new Set<() => void>();

/** Whether a newer version of the app than this one is there. */
export const updates = {
  waiting: (): boolean => waiting,
  onChange(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The shell that a worker keeps is another than this page's, if this very file isn't in it. */
function hear(message: unknown): void {
  if (typeof message !== 'object' || message === null || !('shell' in message) || !Array.isArray(message.shell)) return;
  if (waiting || message.shell.includes(new URL(import.meta.url).pathname)) return;
  waiting = true;
  for (const listener of listeners) listener();
}

function workerUrl(): string {
  const { trustedTypes } = window as typeof window & { readonly trustedTypes?: TrustedTypes };
  if (!trustedTypes) return workerPath;
  const policy = trustedTypes.createPolicy('service-worker', { createScriptURL: (url) => url });
  // The types of the DOM know text alone.
  return policy.createScriptURL(workerPath) as string;
}

/** Registers the service worker, and looks for a newer version whenever the stream comes back or the page is looked at again. */
async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register(workerUrl(), { updateViaCache: 'none' });
  const update = async (): Promise<unknown> => registration.update();
  // Whatever a browser without a worker of ours makes of it, the stream that tells goes on.
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

/** What an installed app needs, the first picture doesn't. */
function nameManifest(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/manifest.webmanifest';
  document.head.append(link);
}

/** Called once at start; looks for no newer version while the app is being developed, nor where browsers have no service workers. */
export function startUpdates(): void {
  void firstDrawing.then(nameManifest);
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(data));
  navigator.serviceWorker.startMessages();
  // What it keeps for later has the line after what the first picture is made of.
  void firstDrawing.then(begin);
}
