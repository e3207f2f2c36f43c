import { rmSync } from 'node:fs';
import { utxoNetworks } from '@fft/chains';
import { createAttester } from './attestations.ts';
import { log } from './log.ts';
import { SigningLog } from './signing-log.ts';
import { createKeys, hasKeys, type KeyRings, openKeys } from './open-keys.ts';
import { serve, type Signers } from './serve.ts';
import { readSettings, type SignerSettings } from './settings.ts';
import { createEvmSigner, createRevocations, createSolanaSigner, createUtxoSigner } from './signer.ts';

/**
 * Entry point. `node apps/signer/src/main.ts create` generates a seed and prints its public keys; without an argument, the signer serves requests. Run it
 * as a separate user, so that no other process can read its keystore or KMS credentials.
 */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const { socket } = settings;
  if (process.argv[2] === 'create' || (process.argv[2] === 'demo' && !hasKeys(settings))) await createKeys(settings);
  const keys = await openKeys(settings);
  if (process.argv[2] === 'create') {
    for (const [chain, ring] of Object.entries(keys))
      if (ring) process.stdout.write(`${chain} ${ring.xpub} ${ring.hot.join(' ')}\n`);
    return;
  }
  const memory = new SigningLog(settings.memory);
  // A killed signer leaves its socket file behind.
  rmSync(socket, { force: true });
  const serving = await serve(
    signersOf(keys, settings, memory),
    {
      sentBack: createRevocations({ memory, macKey: settings.macKey }),
      attester: createAttester({ keys, utxo: settings.utxo, memory, now: Date.now }),
    },
    socket,
  );
  log.info({ socket, chains: Object.keys(keys) }, 'signer.listening');
  const stop = (): void => {
    void serving.close().then(() => {
      memory.close();
      process.exit(0);
    });
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  // The demo's signer ends with its parent process.
  if (process.argv[2] === 'demo') process.stdin.on('end', stop).resume();
}

function signersOf(keys: KeyRings, { evm, solana, utxo, macKey }: SignerSettings, memory: SigningLog): Signers {
  const options = { macKey, memory, now: Date.now };
  const others = utxo.flatMap(({ network: name, limits }) => {
    const network = utxoNetworks[name];
    const ring = keys[network.chain];
    return ring ? [[network.chain, createUtxoSigner({ ...options, keys: ring, network, limits })] as const] : [];
  });
  const evms = evm.flatMap((limits) => {
    const ring = keys[limits.chain];
    return ring ? [[limits.chain, createEvmSigner({ ...options, keys: ring, limits })] as const] : [];
  });
  return {
    evm: Object.fromEntries(evms),
    ...(solana && keys.SOL && { SOL: createSolanaSigner({ ...options, keys: keys.SOL, limits: solana }) }),
    ...Object.fromEntries(others),
  };
}

await main();
