import { secp256k1 } from '@noble/curves/secp256k1';

/** A secp256k1 signature of a 32-byte digest, with low `s` as chains require. */
export interface DigestSignature {
  readonly r: bigint;
  readonly s: bigint;
  /** Recovery id, 0 or 1. */
  readonly recovery: number;
}

export function signDigest(digest: Uint8Array, privateKey: Uint8Array): DigestSignature {
  const { r, s, recovery } = secp256k1.sign(digest, privateKey, { lowS: true });
  return { r, s, recovery };
}

/**
 * Converts a DER signature to low `s` and finds its recovery id. Null if it is not a signature of the digest by this compressed key.
 */
export function signatureOfDer(der: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): DigestSignature | null {
  try {
    const given = secp256k1.Signature.fromDER(der).normalizeS();
    const { r, s } = given;
    if (!secp256k1.verify({ r, s }, digest, publicKey)) return null;
    for (const recovery of [0, 1]) {
      const point = given.addRecoveryBit(recovery).recoverPublicKey(digest);
      if (point.equals(secp256k1.ProjectivePoint.fromHex(publicKey))) return { r, s, recovery };
    }
    return null;
  } catch {
    return null;
  }
}

/** Encodes a signature in DER, as UTXO chains use it. */
export function derOf({ r, s }: DigestSignature): Uint8Array {
  return new secp256k1.Signature(r, s).toDERRawBytes();
}

/** Returns the compressed public key of a private key. */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  return secp256k1.getPublicKey(privateKey, true);
}

/** Converts a public key to its compressed form. @throws if it is not a point of the curve */
export function compressPublicKey(publicKey: Uint8Array): Uint8Array {
  return secp256k1.ProjectivePoint.fromHex(publicKey).toRawBytes(true);
}
