import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { decoded, invalid, isZero, unusable, usable, type AddressCheck } from './address-check.ts';

const base58check = createBase58check((data: Uint8Array) => createHash('sha256').update(data).digest());
const mainnet = 0x41;

/** Checks a Tron address: base58check of a version byte and 20 bytes. */
export function checkTron(text: string): AddressCheck {
  const bytes = decoded(() => base58check.decode(text));
  if (bytes?.length !== 21 || bytes[0] !== mainnet) return invalid;
  return isZero(bytes.subarray(1)) ? unusable : usable(text);
}
