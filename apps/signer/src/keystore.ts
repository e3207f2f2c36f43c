import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod';

/** Of a new keystore: about 250 ms and 128 MiB per password guess. */
const standardCost = 2 ** 17;
const hex = z.string().regex(/^([0-9a-f]{2})+$/);
const keystoreFile = z.object({
  version: z.literal(1),
  /** scrypt's N. Earlier versions didn't record theirs. */
  cost: z._default(z.int(), standardCost),
  salt: hex,
  nonce: hex,
  sealed: hex,
  tag: hex,
});

/** The password is wrong, or the file was altered. */
export class KeystoreLocked extends Error {
  override readonly name = 'KeystoreLocked';
}

/**
 * Generates a 32-byte seed and encrypts it with a password (scrypt, AES-256-GCM) into a new file. `cost` is scrypt's N, a power of two; only tests use a low one.
 * @throws if the file exists: a seed is never overwritten
 */
export async function createKeystore(file: string, password: string, cost = standardCost): Promise<void> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', keyOf(password, salt, cost), nonce);
  const sealed = Buffer.concat([cipher.update(randomBytes(32)), cipher.final()]);
  const content = { version: 1, cost, salt, nonce, sealed, tag: cipher.getAuthTag() };
  const text = JSON.stringify(
    content,
    (_, value: unknown) => (isBytes(value) ? Buffer.from(value.data).toString('hex') : value),
    2,
  );
  await writeFile(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
}

/** @throws KeystoreLocked */
export async function openKeystore(file: string, password: string): Promise<Uint8Array> {
  const content = keystoreFile.parse(JSON.parse(await readFile(file, 'utf8')));
  const [salt, nonce, sealed, tag] = [content.salt, content.nonce, content.sealed, content.tag].map((part) =>
    Buffer.from(part, 'hex'),
  ) as [Buffer, Buffer, Buffer, Buffer];
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(password, salt, content.cost), nonce).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch (error) {
    throw new KeystoreLocked('wrong keystore password, or the file was altered', { cause: error });
  }
}

function keyOf(password: string, salt: Uint8Array, cost: number): Uint8Array {
  return scryptSync(password, salt, 32, { N: cost, r: 8, p: 1, maxmem: 256 * 2 ** 20 });
}

/** Matches the JSON form of a buffer. */
function isBytes(value: unknown): value is { data: number[] } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
}
