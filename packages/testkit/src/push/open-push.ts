import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto';

/** The keys that a browser makes for a subscription. */
export interface SubscriptionKeys {
  readonly p256dh: string;
  readonly auth: string;
  /** Decrypts a push to it (RFC 8291). */
  open(body: Buffer): string;
}

export function createSubscriptionKeys(): SubscriptionKeys {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const auth = randomBytes(16);
  return {
    p256dh: curve.getPublicKey().toString('base64url'),
    auth: auth.toString('base64url'),
    open: (body) => openPush(body, curve, auth),
  };
}

const derive = (key: Buffer, from: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, from, info, length));

/** Written after RFC 8188 and 8291, and not with the library that encrypts, so that it checks it. */
function openPush(body: Buffer, curve: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const senderEnd = 21 + body.readUInt8(20);
  const sender = body.subarray(21, senderEnd);
  const sealed = body.subarray(senderEnd);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender]);
  const secret = derive(curve.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with 2, and zeros as padding.
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** The claims of a request's VAPID header, if its signature fits `publicKey`; null otherwise. */
export function vapidClaims(authorization: string, publicKey: string): Record<string, unknown> | null {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  if (key !== publicKey) return null;
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const signer = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } });
  const signed = Buffer.from(`${head}.${claims}`);
  const isRight = verify(
    'sha256',
    signed,
    { key: signer, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return isRight ? (JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>) : null;
}
