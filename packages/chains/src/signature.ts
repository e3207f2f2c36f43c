import { secp256k1 } from '@noble/curves/secp256k1';

/** A signature of 32 bytes by a key of secp256k1, in the only form that chains take: `s` in the lower half. */
export interface DigestSignature {
  readonly r: bigint;
  readonly s: bigint;
  /** Which of the keys that the signature could be by it is: 0 or 1. */
  readonly recovery: number;
}

export function signDigest(digest: Uint8Array, privateKey: Uint8Array): DigestSignature {
  const { r, s, recovery } = secp256k1.sign(digest, privateKey, { lowS: true });
  return { r, s, recovery };
}

/**
 * What somebody else has signed, told in DER with `s` in whatever half, and without saying which key: the half is changed, and the key found by trying. Null where it
 * isn't a signature of the digest by this key (compressed).
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

/** As Bitcoin's family writes it. */
export function derOf({ r, s }: DigestSignature): Uint8Array {
  return new secp256k1.Signature(r, s).toDERRawBytes();
}

/** `r` and `s`, 32 bytes each. */
export function compactOf({ r, s }: DigestSignature): Uint8Array {
  return new secp256k1.Signature(r, s).toCompactRawBytes();
}

/** Of a private key, compressed. */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  return secp256k1.getPublicKey(privateKey, true);
}

/** The same point in 33 bytes, however it was written. @throws where it is none of the curve */
export function compressed(publicKey: Uint8Array): Uint8Array {
  return secp256k1.ProjectivePoint.fromHex(publicKey).toRawBytes(true);
}
