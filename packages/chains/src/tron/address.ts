import { secp256k1 } from '@noble/curves/secp256k1';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { createBase58check, hex } from '@scure/base';

const base58check = createBase58check(sha256);
/** Before the 20 bytes that an address is; the same on Tron's test networks. */
const mark = 0x41;

/** How people write an address, from its 40 hexadecimal digits. */
export function tronAddress(digits: string): string {
  const bytes = hex.decode(digits);
  if (bytes.length !== 20) throw new Error(`not 20 bytes: ${digits}`);
  return base58check.encode(Uint8Array.from([mark, ...bytes]));
}

/** The 40 hexadecimal digits of an address; null where it is none of Tron's. */
export function tronDigits(address: string): string | null {
  try {
    const bytes = base58check.decode(address);
    return bytes.length === 21 && bytes[0] === mark ? hex.encode(bytes.subarray(1)) : null;
  } catch {
    return null;
  }
}

/** Of a public key, compressed or not. */
export function tronAddressOfKey(publicKey: Uint8Array): string {
  const point = secp256k1.ProjectivePoint.fromHex(publicKey).toRawBytes(false);
  return tronAddress(hex.encode(keccak_256(point.subarray(1)).subarray(12)));
}
