import type { TestSubscription } from '@fft/testkit';
import type { BrowserContext, Page } from 'playwright-core';

/** A notification as the browser shows it. */
export interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly lang: string;
}

/**
 * Gives a browser's pages a subscription with real keys at a push service of this machine. Only `PushManager` is a stand-in:
 * in Chromium, the real one registers at Google's service, which tests can't reach.
 * Permission, service worker, server, encryption and notifications are real.
 */
export async function useSubscription(context: BrowserContext, subscription: TestSubscription): Promise<void> {
  const { endpoint, p256dh, auth } = subscription;
  const json = JSON.stringify({ endpoint, keys: { p256dh, auth } });
  await context.addInitScript(`
    const subscription = { endpoint: ${JSON.stringify(endpoint)}, toJSON: () => (${json}), unsubscribe: async () => true };
    PushManager.prototype.subscribe = async (options) => {
      window.usedKey = btoa(String.fromCharCode(...new Uint8Array(options.applicationServerKey)));
      return subscription;
    };
    PushManager.prototype.getSubscription = async () => subscription;`);
}

/** The key that the page subscribed with, in base64url. */
export async function usedKey(page: Page): Promise<string> {
  const key = await page.evaluate<string>('window.usedKey');
  return Buffer.from(key, 'base64').toString('base64url');
}

/** Delivers decrypted pushes to the page's real service worker, as the browser does. */
export async function openDelivery(page: Page): Promise<(text: string) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [registration] = registrations.filter(({ isDeleted }) => !isDeleted);
    if (registration) registered.resolve(registration.registrationId);
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered.promise;
  const { origin } = new URL(page.url());
  return async (data) => {
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
}

export function shownNotifications(page: Page): Promise<ShownNotification[]> {
  return page.evaluate<ShownNotification[]>(`navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((all) => all.map(({ title, body, lang }) => ({ title, body, lang })))`);
}

/** Clicks the only notification. A headless browser draws no notification, so the worker gets the click event directly. */
export async function clickNotification(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('the page has no service worker');
  await worker.evaluate(`self.registration.getNotifications().then(([notification]) => {
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })`);
}
