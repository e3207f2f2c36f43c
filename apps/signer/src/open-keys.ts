import { existsSync } from 'node:fs';
import { utxoNetworks } from '@fft/chains';
import { type Account, type KeyRing, keyRingOf, type SolanaKeyRing, solanaKeyRingOf } from './key-ring.ts';
import { openHotKey, openSeed, encryptSeed } from './kms/kms-keys.ts';
import { openKms } from './kms/kms.ts';
import { createKeystore, openKeystore } from './keystore.ts';
import { type ChainName, hotKeysOf, type SignerSettings } from './settings.ts';
import { evmAccountOf, utxoAccountOf } from './signer.ts';

/** Key rings of the configured chains. */
export type KeyRings = Readonly<Partial<Record<Exclude<ChainName, 'SOL'>, KeyRing>>> & { readonly SOL?: SolanaKeyRing };

/**
 * Generates a seed and encrypts it with the keystore or KMS of the settings. With both, the KMS encrypts the keystore's seed, so deposit addresses stay.
 * @throws if a seed exists
 */
export async function createKeys({ keystore, kms }: SignerSettings): Promise<void> {
  if (kms) {
    const seed = keystore ? await openKeystore(keystore.file, keystore.password) : undefined;
    await encryptSeed(openKms(kms.url), kms.seedKey, kms.seedFile, seed);
  } else if (keystore) {
    await createKeystore(keystore.file, keystore.password);
  }
}

/** Returns true if a seed exists. */
export function hasKeys({ keystore, kms }: SignerSettings): boolean {
  return existsSync(kms?.seedFile ?? keystore?.file ?? '');
}

/** @throws KeystoreLocked, KmsError */
export async function openKeys(settings: SignerSettings): Promise<KeyRings> {
  const { keystore, kms } = settings;
  if (kms) {
    const service = openKms(kms.url);
    const seed = await openSeed(service, kms.seedKey, kms.seedFile);
    return ringsOf(settings, seed, (chain, account) =>
      Promise.all((hotKeysOf(kms, chain) ?? []).map((name) => openHotKey(service, account, name))),
    );
  }
  if (!keystore) throw new Error('the settings name no keystore and no KMS');
  const seed = await openKeystore(keystore.file, keystore.password);
  return ringsOf(settings, seed, async () => undefined);
}

async function ringsOf(
  settings: SignerSettings,
  seed: Uint8Array,
  hotOf: (chain: ChainName, account: Account) => Promise<Parameters<typeof keyRingOf>[1]>,
): Promise<KeyRings> {
  // All EVM networks share their keys: a customer has one address on them.
  const evmAccount = settings.evm.length > 0 ? evmAccountOf(seed) : null;
  const accounts = [
    ...settings.evm.flatMap(({ chain }) => (evmAccount ? [[chain, evmAccount] as const] : [])),
    ...settings.utxo.map(({ network: name }) => {
      const network = utxoNetworks[name];
      return [network.chain, utxoAccountOf(seed, network)] as const;
    }),
  ];
  const rings = accounts.map(
    async ([chain, account]) => [chain, keyRingOf(account, await hotOf(chain, account))] as const,
  );
  const solana = settings.solana && { SOL: solanaKeyRingOf(seed) };
  return { ...Object.fromEntries(await Promise.all(rings)), ...solana };
}
