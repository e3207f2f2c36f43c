import { base58 } from '@scure/base';
import { decoded, invalid, unusable, usable, isZero, type AddressCheck } from './address-check.ts';

/** Checks a Solana address: 32 bytes in base58. It has no checksum, so a typing error cannot be detected. */
export function checkSolana(text: string): AddressCheck {
  const bytes = text.length > 44 ? null : decoded(() => base58.decode(text));
  if (bytes?.length !== 32) return invalid;
  // The system program.
  return isZero(bytes) ? unusable : usable(text);
}
