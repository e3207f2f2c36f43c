import { createCipheriv, randomBytes, scryptSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The cheapest: a signer of a test opens it within a millisecond. */
const cost = 2;

/** Puts a keystore with new keys, unless there is one, where `openDemoChains` would create one with the cost of production: that is most of a signer's start. */
export async function createQuickKeystore(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'chain');
  if (existsSync(join(folder, 'keystore.json'))) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const password = randomBytes(24).toString('hex');
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', scryptSync(password, salt, 32, { N: cost, r: 8, p: 1 }), nonce);
  const sealed = Buffer.concat([cipher.update(randomBytes(32)), cipher.final()]);
  const parts = Object.entries({ salt, nonce, sealed, tag: cipher.getAuthTag() });
  const texts = Object.fromEntries(parts.map(([name, bytes]) => [name, bytes.toString('hex')]));
  await writeFile(join(folder, 'keystore.json'), JSON.stringify({ version: 1, cost, ...texts }), { mode: 0o600 });
  await writeFile(join(folder, 'keystore-password'), password, { mode: 0o600 });
}
