/** The browser's subscription, as the server needs it. */
export interface DeviceSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** True if this browser can receive pushes. */
export function canReceivePushes(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
}

/**
 * Asks for permission and subscribes at the browser's push service. A subscription with another key of the server is replaced.
 * Returns `blocked` if notifications aren't allowed.
 * @throws if the push service can't be reached
 */
export async function subscribeDevice(publicKey: string): Promise<DeviceSubscription | 'blocked'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked';
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    const former = await pushManager.getSubscription();
    if (former === null) throw error;
    await former.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' };
}

/** Ends the browser's subscription. The server has forgotten it already, so a failure does no harm. */
export async function unsubscribeDevice(): Promise<void> {
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe();
  } catch {
    // The push service answers the next push with 410.
  }
}
