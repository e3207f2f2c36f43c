import { Buffer } from 'node:buffer';
import { createPublicKey, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { compressPublicKey, signatureOfDer } from '@fft/chains';
import * as z from 'zod';
import { type Account, type HotKey, hotKeyOf } from '../key-ring.ts';
import { type Kms, KmsError } from './kms.ts';

/** Name of the seed's own hot key in the settings. */
const seedHotKeyName = 'seed';
const publicKeyPattern = /^0[23][0-9a-f]{64}$/;

/**
 * Opens a hot key by its name in the settings: a KMS key, the seed's own, or a bare public key if the key was destroyed.
 * @throws KmsError
 */
export async function openHotKey(kms: Kms, account: Account, name: string): Promise<HotKey> {
  if (name === seedHotKeyName) return hotKeyOf(account);
  if (publicKeyPattern.test(name)) return { publicKey: Buffer.from(name, 'hex'), sign: null };
  const publicKey = pointOf(await kms.publicKey(name), name);
  return {
    publicKey,
    sign: async (digest) => {
      const signature = signatureOfDer(await kms.sign(name, digest), digest, publicKey);
      if (!signature) throw new KmsError('unknown', `the signature from the KMS is not by key ${name}`);
      return signature;
    },
  };
}

/** @throws KmsError if it is not a secp256k1 key */
function pointOf(der: Uint8Array, name: string): Uint8Array {
  try {
    const key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
    if (key.asymmetricKeyDetails?.namedCurve !== 'secp256k1') throw new Error('another curve');
    const { x = '', y = '' } = key.export({ format: 'jwk' });
    const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    return compressPublicKey(Uint8Array.from([4, ...left, ...right]));
  } catch (error) {
    throw new KmsError('unknown', `${name} is not an ECC_SECG_P256K1 key`, { cause: error });
  }
}

const seedFile = z.object({ version: z.literal(1), sealed: z.base64() });
const seedBytes = 32;

/** Encrypts a seed with a KMS key into a new file. @throws if the file exists: a seed is never overwritten */
export async function encryptSeed(
  kms: Kms,
  keyId: string,
  file: string,
  seed: Uint8Array = randomBytes(seedBytes),
): Promise<Uint8Array> {
  const sealed = Buffer.from(await kms.encrypt(keyId, seed)).toString('base64');
  await writeFile(file, `${JSON.stringify({ version: 1, sealed })}\n`, { mode: 0o600, flag: 'wx' });
  return seed;
}

/** Decrypts the seed; it stays in memory while the signer runs. @throws KmsError */
export async function openSeed(kms: Kms, keyId: string, file: string): Promise<Uint8Array> {
  const { sealed } = seedFile.parse(JSON.parse(await readFile(file, 'utf8')));
  const seed = await kms.decrypt(keyId, Buffer.from(sealed, 'base64'));
  if (seed.length < seedBytes) throw new KmsError('unknown', 'the decrypted seed is too short');
  return seed;
}
