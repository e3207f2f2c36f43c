import { Buffer } from 'node:buffer';
import { createPublicKey, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { compressed, signatureOfDer } from '@fft/chains';
import * as z from 'zod';
import { type Account, type HotKey, hotKeyOf } from '../key-ring.ts';
import { type Kms, KmsError } from './kms.ts';

/** In settings' list of hot wallets: the key that the seed has itself, before it was given to another. */
const hotOfSeed = 'seed';
const publicKeyForm = /^0[23][0-9a-f]{64}$/;

/**
 * A hot wallet's key by what settings call it: a key of the KMS, the seed's own, or a public key alone, of one that was destroyed.
 * @throws KmsError
 */
export async function openHotKey(kms: Kms, account: Account, name: string): Promise<HotKey> {
  if (name === hotOfSeed) return hotKeyOf(account);
  if (publicKeyForm.test(name)) return { publicKey: Buffer.from(name, 'hex'), sign: null };
  const publicKey = pointOf(await kms.publicKey(name), name);
  return {
    publicKey,
    sign: async (digest) => {
      const signature = signatureOfDer(await kms.sign(name, digest), digest, publicKey);
      if (!signature) throw new KmsError('unknown', `what the KMS has signed isn't by ${name}`);
      return signature;
    },
  };
}

/** @throws KmsError where it isn't a key of secp256k1 */
function pointOf(der: Uint8Array, name: string): Uint8Array {
  try {
    const key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
    if (key.asymmetricKeyDetails?.namedCurve !== 'secp256k1') throw new Error('another curve');
    const { x = '', y = '' } = key.export({ format: 'jwk' });
    const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    return compressed(Uint8Array.from([4, ...left, ...right]));
  } catch (error) {
    throw new KmsError('unknown', `${name} isn't a key of ECC_SECG_P256K1`, { cause: error });
  }
}

const seedFile = z.object({ version: z.literal(1), sealed: z.base64() });
const seedBytes = 32;

/** Seals a seed by a key of the KMS, which opens it for those whom its policy names. @throws where there is a file of this name: a seed is never overwritten */
export async function sealSeed(
  kms: Kms,
  keyId: string,
  file: string,
  seed: Uint8Array = randomBytes(seedBytes),
): Promise<Uint8Array> {
  const sealed = Buffer.from(await kms.encrypt(keyId, seed)).toString('base64');
  await writeFile(file, `${JSON.stringify({ version: 1, sealed })}\n`, { mode: 0o600, flag: 'wx' });
  return seed;
}

/** The seed itself, which stays in memory as long as the signer runs. @throws KmsError */
export async function openSeed(kms: Kms, keyId: string, file: string): Promise<Uint8Array> {
  const { sealed } = seedFile.parse(JSON.parse(await readFile(file, 'utf8')));
  const seed = await kms.decrypt(keyId, Buffer.from(sealed, 'base64'));
  if (seed.length < seedBytes) throw new KmsError('unknown', 'what the KMS has opened is no seed');
  return seed;
}
