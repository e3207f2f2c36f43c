import { createHash } from 'node:crypto';
import { base58xrp } from '@scure/base';
import { decoded, invalid, isZero, unusable, usable, type AddressCheck } from './address-check.ts';

const payloadBytes = 21;
const checksumBytes = 4;

/** Checks a classic address of the XRP Ledger. X-addresses, which contain their tag, are refused: the tag is a field of its own. */
export function checkXrp(text: string): AddressCheck {
  const bytes = text.length > 35 ? null : decoded(() => base58xrp.decode(text));
  if (bytes?.length !== payloadBytes + checksumBytes || bytes[0] !== 0) return invalid;
  const payload = bytes.subarray(0, payloadBytes);
  const checksum = sha256(sha256(payload)).subarray(0, checksumBytes);
  if (!checksum.equals(bytes.subarray(payloadBytes))) return invalid;
  // ACCOUNT_ZERO and ACCOUNT_ONE have no key.
  return isZero(payload.subarray(0, payloadBytes - 1)) && (payload[payloadBytes - 1] ?? 0) <= 1
    ? unusable
    : usable(text);
}

/** True for a destination tag: a whole number of 32 bits. */
export function isXrpTag(text: string): boolean {
  return /^(0|[1-9]\d{0,9})$/.test(text) && Number(text) <= 0xffff_ffff;
}

function sha256(data: Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}
