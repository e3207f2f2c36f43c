import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeystore } from '@fft/signer/keystore';

/** The cheapest: a signer of a test opens it within a millisecond. */
const cost = 2;

/** Puts a keystore with new keys, unless there is one, where `openDemoChains` would create one with the cost of production: that is most of a signer's start. */
export async function createQuickKeystore(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'chain');
  const file = join(folder, 'keystore.json');
  if (existsSync(file)) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const password = randomBytes(24).toString('hex');
  await createKeystore(file, password, cost);
  await writeFile(join(folder, 'keystore-password'), password, { mode: 0o600 });
}
