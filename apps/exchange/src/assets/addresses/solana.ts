import { isSolanaWallet, solanaBytes } from '@fft/chains';
import { invalid, unusable, usable, type AddressCheck } from './address-check.ts';

/**
 * Checks a Solana address: 32 bytes in base58, and a wallet's, which a key can have. Accounts of tokens and of programs are at addresses without a key: a payment goes
 * to the account that is derived from a wallet. There is no checksum; half of all typing errors lead to addresses without a key.
 */
export function checkSolana(text: string): AddressCheck {
  if (solanaBytes(text) === null) return invalid;
  return isSolanaWallet(text) ? usable(text) : unusable;
}
