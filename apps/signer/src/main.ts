import { rmSync } from 'node:fs';
import { utxoNetworks } from '@fft/chains';
import { SigningLog } from './signing-log.ts';
import { createKeys, hasKeys, type KeyRings, openKeys } from './open-keys.ts';
import { serve, type Signers } from './serve.ts';
import { readSettings, type SignerSettings } from './settings.ts';
import { createEvmSigner, createSentBack, createTronSigner, createUtxoSigner } from './signer.ts';

/**
 * `node apps/signer/src/main.ts create` makes a seed and says its extended public keys; without a word the signer serves. A process of its own, for
 * a user of its own: nobody else reads its keystore, or what lets it into a KMS.
 */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const { socket } = settings;
  if (process.argv[2] === 'create' || (process.argv[2] === 'demo' && !hasKeys(settings))) await createKeys(settings);
  const keys = await openKeys(settings);
  if (process.argv[2] === 'create') {
    for (const [chain, { xpub, hot }] of Object.entries(keys))
      process.stdout.write(`${chain} ${xpub} ${hot.join(' ')}\n`);
    return;
  }
  const memory = new SigningLog(settings.memory);
  // A socket file that a killed signer has left behind.
  rmSync(socket, { force: true });
  const serving = await serve(
    signersOf(keys, settings, memory),
    createSentBack({ memory, macKey: settings.macKey }),
    socket,
  );
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

function signersOf(keys: KeyRings, { evm, tron, utxo, macKey }: SignerSettings, memory: SigningLog): Signers {
  const parts = { macKey, memory, now: Date.now };
  const others = utxo.flatMap(({ network: name, limits }) => {
    const network = utxoNetworks[name];
    const ring = keys[network.chain];
    return ring ? [[network.chain, createUtxoSigner({ ...parts, keys: ring, network, limits })] as const] : [];
  });
  return {
    ...(evm && keys.ETH && { ETH: createEvmSigner({ ...parts, keys: keys.ETH, limits: evm }) }),
    ...(tron && keys.TRX && { TRX: createTronSigner({ ...parts, keys: keys.TRX, limits: tron }) }),
    ...Object.fromEntries(others),
  };
}

await main();
