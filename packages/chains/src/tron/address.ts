import { secp256k1 } from '@noble/curves/secp256k1';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { createBase58check, hex } from '@scure/base';

const base58check = createBase58check(sha256);
/** Version byte of addresses, also on Tron's test networks. */
const addressPrefix = 0x41;

/** Encodes 40 hexadecimal digits as a Base58Check address. */
export function tronAddress(digits: string): string {
  const bytes = hex.decode(digits);
  if (bytes.length !== 20) throw new Error(`not 20 bytes: ${digits}`);
  return base58check.encode(Uint8Array.from([addressPrefix, ...bytes]));
}

/** Decodes an address to 40 hexadecimal digits; null if it is not a Tron address. */
export function tronAddressHex(address: string): string | null {
  try {
    const bytes = base58check.decode(address);
    return bytes.length === 21 && bytes[0] === addressPrefix ? hex.encode(bytes.subarray(1)) : null;
  } catch {
    return null;
  }
}

/** Derives the address of a public key, compressed or not. */
export function tronAddressOfKey(publicKey: Uint8Array): string {
  const point = secp256k1.ProjectivePoint.fromHex(publicKey).toRawBytes(false);
  return tronAddress(hex.encode(keccak_256(point.subarray(1)).subarray(12)));
}
