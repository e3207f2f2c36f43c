import { createHmac, createPublicKey, createSecretKey, timingSafeEqual, verify, type KeyObject } from 'node:crypto';

/** Checks signatures by one key. The time does not depend on where a signature differs. */
export type CheckSignature = (payload: string, signature: string) => boolean;

const hexForm = /^[0-9a-f]{64}$/i;
/** 64 bytes in base64, in one form alone: padded, and with nothing in the unused bits of the last character. */
const base64Form = /^[A-Za-z0-9+/]{85}[AQgw]==$/;
const rawKeyBytes = 32;
/** The ASN.1 head of a raw Ed25519 public key (RFC 8410). */
const derHead = Buffer.from('302a300506032b6570032100', 'hex');

/** HMAC-SHA256 with the secret's text as the key; the signature is hexadecimal. */
export function hmacCheck(secret: string): CheckSignature {
  const key = createSecretKey(secret, 'utf8');
  return (payload, signature) => {
    if (!hexForm.test(signature)) return false;
    return timingSafeEqual(createHmac('sha256', key).update(payload).digest(), Buffer.from(signature, 'hex'));
  };
}

/** Ed25519; the signature is base64, which may be percent-encoded in a query. */
export function ed25519Check(der: Buffer): CheckSignature {
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return (payload, signature) => {
    const text = decoded(signature);
    return base64Form.test(text) && verify(null, Buffer.from(payload), key, Buffer.from(text, 'base64'));
  };
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Reads an Ed25519 public key from PEM, or from the base64 of its DER or raw bytes. Returns its DER form; null for anything else. */
export function readPublicKey(text: string): Buffer | null {
  const key = importKey(text.trim());
  return key?.asymmetricKeyType === 'ed25519' && key.type === 'public'
    ? key.export({ format: 'der', type: 'spki' })
    : null;
}

function importKey(text: string): KeyObject | null {
  try {
    // A private key must not be accepted: PEM of one would give a public key too.
    if (text.includes('PRIVATE')) return null;
    // A one-line input drops the line breaks of PEM.
    const bytes = Buffer.from(text.replace(/-----[^-]+-----|\s/g, ''), 'base64');
    const der = bytes.length === rawKeyBytes ? Buffer.concat([derHead, bytes]) : bytes;
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}
