import { ed25519 } from '@noble/curves/ed25519';
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/abstract/utils';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

/**
 * BIP32-Ed25519 (Khovratovich and Law, "V2"; SLIP-0023 for the root), as Cardano uses it. Unlike SLIP-0010 it derives public keys from a public key, so the
 * exchange knows every customer's address without a key. As with BIP 32, one private child key and the extended public key reveal all others.
 */
export interface ExtendedSecret {
  /** Scalar, 32 bytes little-endian. */
  readonly scalar: Uint8Array;
  /** Secret part of signatures' nonces, 32 bytes. */
  readonly nonceKey: Uint8Array;
  readonly chainCode: Uint8Array;
}

export interface ExtendedPoint {
  readonly publicKey: Uint8Array;
  readonly chainCode: Uint8Array;
}

/** Indices from here on need the secret. */
export const hardened = 0x80000000;

const { ExtendedPoint: Point, CURVE } = ed25519;
const order = CURVE.n;

/** Derives the root of a seed. */
export function rootOf(seed: Uint8Array): ExtendedSecret {
  const master = hmac(sha512, new TextEncoder().encode('ed25519 cardano seed'), seed);
  const expanded = sha512(master.subarray(0, 32));
  expanded[0] = (expanded[0] ?? 0) & 0xf8;
  expanded[31] = ((expanded[31] ?? 0) & 0x1f) | 0x40;
  return { scalar: expanded.slice(0, 32), nonceKey: expanded.slice(32), chainCode: master.slice(32) };
}

export function childSecret(parent: ExtendedSecret, index: number): ExtendedSecret {
  const { scalar, nonceKey, chainCode } = parent;
  const isHard = index >= hardened;
  const of = isHard ? concatBytes(scalar, nonceKey) : publicKeyOfScalar(scalar);
  const { left, right, chainCode: next } = partsOf(chainCode, { of, index, isHard });
  return {
    scalar: numberToBytesLE(8n * left + bytesToNumberLE(scalar), 32),
    nonceKey: numberToBytesLE((right + bytesToNumberLE(nonceKey)) % 2n ** 256n, 32),
    chainCode: next,
  };
}

/** Derives a child's public key without the secret. */
export function childPoint({ publicKey, chainCode }: ExtendedPoint, index: number): ExtendedPoint {
  if (index >= hardened) throw new Error('a hardened key needs the secret');
  const { left, chainCode: next } = partsOf(chainCode, { of: publicKey, index, isHard: false });
  const child = Point.fromHex(publicKey).add(Point.BASE.multiply(8n * left));
  return { publicKey: child.toRawBytes(), chainCode: next };
}

export function pointOf({ scalar, chainCode }: ExtendedSecret): ExtendedPoint {
  return { publicKey: publicKeyOfScalar(scalar), chainCode };
}

/** Signs with an extended secret; anyone verifies the signature as usual (RFC 8032). The nonce derives from secret and message, so none repeats. */
export function signExtended({ scalar, nonceKey }: ExtendedSecret, message: Uint8Array): Uint8Array {
  const nonce = bytesToNumberLE(sha512(concatBytes(nonceKey, message))) % order;
  const publicKey = publicKeyOfScalar(scalar);
  const point = Point.BASE.multiply(nonce).toRawBytes();
  const challenge = bytesToNumberLE(sha512(concatBytes(point, publicKey, message))) % order;
  const answer = (nonce + challenge * bytesToNumberLE(scalar)) % order;
  return concatBytes(point, numberToBytesLE(answer, 32));
}

/** True if a signature of this message is by the key. Strict, as Solana verifies. */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
}

function publicKeyOfScalar(scalar: Uint8Array): Uint8Array {
  return Point.BASE.multiply(bytesToNumberLE(scalar) % order).toRawBytes();
}

interface Parent {
  readonly of: Uint8Array;
  readonly index: number;
  readonly isHard: boolean;
}

function partsOf(chainCode: Uint8Array, { of, index, isHard }: Parent) {
  const place = new Uint8Array(4);
  new DataView(place.buffer).setUint32(0, index, true);
  const digest = (tag: number): Uint8Array => hmac(sha512, chainCode, concatBytes(Uint8Array.of(tag), of, place));
  const change = digest(isHard ? 0 : 2);
  return {
    left: bytesToNumberLE(change.subarray(0, 28)),
    right: bytesToNumberLE(change.subarray(32)),
    chainCode: digest(isHard ? 1 : 3).slice(32),
  };
}
