import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import { isOfService } from './push-services.ts';

export interface PushTarget {
  readonly endpoint: string;
  /** Base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

export interface Push {
  readonly payload: string;
  /** Seconds that the service keeps it for a device that is offline. */
  readonly ttlSeconds: number;
  readonly isUrgent: boolean;
}

/** `gone`: the browser has ended the subscription. */
export type PushOutcome = 'sent' | 'gone';

/** Sends to browsers by Web Push: payloads are encrypted for the browser, and the server identifies itself by VAPID. */
export interface PushSender {
  /** For `PushManager.subscribe`. */
  readonly publicKey: string;
  /** True if an endpoint belongs to a known push service. */
  accepts(endpoint: string): boolean;
  /** @throws if the service can't be reached, or refuses for now */
  send(target: PushTarget, push: Push): Promise<PushOutcome>;
}

export interface PushSenderOptions {
  /** The VAPID key: 32 bytes in base64url. */
  readonly privateKey: string;
  /** Contact of the operator for push services: `mailto:` or https. */
  readonly subject: string;
  readonly services: readonly string[];
}

const timeoutMs = 10_000;

/** True for 32 bytes in base64url that are a private key of the curve P-256. */
export function isVapidKey(text: string): boolean {
  try {
    return Buffer.from(text, 'base64url').length === 32 && publicKeyOf(text) !== '';
  } catch {
    return false;
  }
}

function publicKeyOf(privateKey: string): string {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return curve.getPublicKey().toString('base64url');
}

export function createPushSender({ privateKey, subject, services }: PushSenderOptions): PushSender {
  const publicKey = publicKeyOf(privateKey);
  return {
    publicKey,
    accepts: (endpoint) => isOfService(endpoint, services),
    send: async ({ endpoint, p256dh, auth }, { payload, ttlSeconds, isUrgent }) => {
      // A service may have left the list since the device subscribed.
      if (!isOfService(endpoint, services)) return 'gone';
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: ttlSeconds,
        urgency: isUrgent ? 'high' : 'normal',
        contentEncoding: 'aes128gcm',
      });
      return post(endpoint, headers, body);
    },
  };
}

/** Not `sendNotification`, which reads the whole answer: the service is asked for its status alone, and may lead nowhere else. */
async function post(endpoint: string, headers: object, body: Buffer | null): Promise<PushOutcome> {
  const { 'Content-Length': _length, ...rest } = headers as Record<string, string | number>;
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
    body: body === null ? null : new Uint8Array(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.body?.cancel();
  if (response.status === 404 || response.status === 410) return 'gone';
  if (!response.ok) throw new Error(`the push service answered ${response.status}`);
  return 'sent';
}
