import { existsSync, rmSync } from 'node:fs';
import { utxoNetworks } from '@fft/chains';
import { createKeystore, openKeystore } from './keystore.ts';
import { SigningMemory } from './memory.ts';
import { serve, type Signers } from './serve.ts';
import { readSettings, type SignerSettings } from './settings.ts';
import { createEvmSigner, createUtxoSigner, keysOfSeed, utxoKeysOfSeed } from './signer.ts';

/**
 * `node apps/signer/src/main.ts create` makes a keystore and says its extended public keys; without a word the signer serves. A process of its own, for
 * a user of its own: nobody else reads its keystore.
 */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const { keystore, password, socket } = settings;
  if (process.argv[2] === 'create' || (process.argv[2] === 'demo' && !existsSync(keystore))) {
    await createKeystore(keystore, password);
  }
  const seed = await openKeystore(keystore, password);
  if (process.argv[2] === 'create') {
    for (const line of xpubsOf(seed, settings)) process.stdout.write(`${line}\n`);
    return;
  }
  const memory = new SigningMemory(settings.memory);
  // A socket file that a killed signer has left behind.
  rmSync(socket, { force: true });
  const serving = await serve(signersOf(seed, settings, memory), socket);
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

function signersOf(seed: Uint8Array, { evm, utxo }: SignerSettings, memory: SigningMemory): Signers {
  const now = Date.now;
  const others = utxo.map(({ network: name, limits }) => {
    const network = utxoNetworks[name];
    return [
      network.chain,
      createUtxoSigner({ keys: utxoKeysOfSeed(seed, network), network, memory, limits, now }),
    ] as const;
  });
  return {
    ...(evm && { ETH: createEvmSigner({ keys: keysOfSeed(seed), memory, limits: evm, now }) }),
    ...Object.fromEntries(others),
  };
}

function xpubsOf(seed: Uint8Array, { evm, utxo }: SignerSettings): string[] {
  return [
    ...(evm ? [`ETH ${keysOfSeed(seed).xpub}`] : []),
    ...utxo.map(({ network }) => `${utxoNetworks[network].chain} ${utxoKeysOfSeed(seed, utxoNetworks[network]).xpub}`),
  ];
}

await main();
