import { ed25519 } from '@noble/curves/ed25519';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';

/** Programs that payments call. */
export const solanaPrograms = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  /** Its tokens may charge fees or run code in transfers: never credited, never paid. */
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  tokenAccounts: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
} as const;

/** Decodes an address to its 32 bytes; null if it is not one. */
export function solanaBytes(address: string): Uint8Array | null {
  try {
    const bytes = address.length > 44 ? null : base58.decode(address);
    return bytes?.length === 32 ? bytes : null;
  } catch {
    return null;
  }
}

export function solanaAddress(bytes: Uint8Array): string {
  if (bytes.length !== 32) throw new Error('an address has 32 bytes');
  return base58.encode(bytes);
}

/** True if the bytes are a point of the curve, as every public key is. Addresses that programs own are not. */
export function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.ExtendedPoint.fromHex(bytes);
    return true;
  } catch {
    return false;
  }
}

/** True for an address that a key can have: a wallet's. Programs and accounts at derived addresses are refused. */
export function isSolanaWallet(address: string): boolean {
  const bytes = solanaBytes(address);
  return bytes !== null && isOnCurve(bytes) && !Object.values(solanaPrograms).some((program) => program === address);
}

const derivedMark = new TextEncoder().encode('ProgramDerivedAddress');

/** The account in which a wallet holds a token: the address that wallets derive for it (associated token account). */
export function tokenAccountOf(wallet: string, mint: string): string {
  const seeds = [wallet, solanaPrograms.token, mint].map(bytesOf);
  const program = bytesOf(solanaPrograms.tokenAccounts);
  for (let bump = 255; bump >= 0; bump -= 1) {
    const derived = sha256(concatBytes(...seeds, Uint8Array.of(bump), program, derivedMark));
    if (!isOnCurve(derived)) return solanaAddress(derived);
  }
  throw new Error(`${wallet} has no token account`);
}

/** @throws if it is not an address */
export function bytesOf(address: string): Uint8Array {
  const bytes = solanaBytes(address);
  if (bytes === null) throw new Error(`not an address of Solana: ${address}`);
  return bytes;
}
