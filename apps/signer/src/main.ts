import { existsSync, rmSync } from 'node:fs';
import { createKeystore, openKeystore } from './keystore.ts';
import { SigningMemory } from './memory.ts';
import { serve } from './serve.ts';
import { readSettings } from './settings.ts';
import { createSigner, keysOfSeed } from './signer.ts';

/**
 * `node apps/signer/src/main.ts create` makes a keystore and says its extended public key; without a word the signer serves. A process of its own, for
 * a user of its own: nobody else reads its keystore.
 */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const { SIGNER_KEYSTORE: keystore, SIGNER_PASSWORD: password, SIGNER_SOCKET: socket } = settings;
  if (process.argv[2] === 'create' || (process.argv[2] === 'demo' && !existsSync(keystore))) {
    await createKeystore(keystore, password);
  }
  const keys = keysOfSeed(await openKeystore(keystore, password));
  if (process.argv[2] === 'create') {
    process.stdout.write(`${keys.xpub}\n`);
    return;
  }
  const memory = new SigningMemory(settings.SIGNER_MEMORY);
  const limits = {
    chainId: settings.SIGNER_CHAIN_ID,
    amounts: settings.SIGNER_LIMITS,
    feeMax: settings.SIGNER_FEE_MAX,
    gasMax: settings.SIGNER_GAS_MAX,
  };
  // A socket file that a killed signer has left behind.
  rmSync(socket, { force: true });
  const serving = await serve(createSigner({ keys, memory, limits, now: Date.now }), socket);
  process.stdout.write('ready\n');
  const stop = (): void => {
    void serving.close().then(() => {
      memory.close();
      process.exit(0);
    });
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  // The demo's signer ends with whoever started it.
  if (process.argv[2] === 'demo') process.stdin.on('end', stop).resume();
}

await main();
