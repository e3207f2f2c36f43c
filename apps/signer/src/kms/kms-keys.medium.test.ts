import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  paymentCall,
  hotKey,
  type KeyRef,
  PublicKeys,
  signatureOfDer,
  signDigest,
  unsignedOf,
  utxoNetworks,
  UtxoPublicKeys,
} from '@fft/chains';
import { openTestKms, type TestKms } from '@fft/testkit';
import { recoverTransactionAddress, serializeTransaction, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizedOrder, macKey } from '../../testing/test-authorization.ts';
import { createKeystore, openKeystore } from '../keystore.ts';
import { SigningLog } from '../signing-log.ts';
import { createKeys, openKeys } from '../open-keys.ts';
import { readSettings } from '../settings.ts';
import { createEvmSigner, createUtxoSigner, evmAccountOf } from '../signer.ts';
import { openHotKey } from './kms-keys.ts';
import { KmsError, openKms, type Kms } from './kms.ts';

const network = utxoNetworks['litecoin-regtest'];
const folder = mkdtempSync(join(tmpdir(), 'fft-kms-'));
const account = evmAccountOf(new Uint8Array(32).fill(5));
let service: TestKms;
let kms: Kms;
let names: { readonly seed: string; readonly old: string; readonly present: string };

beforeAll(async () => {
  service = await openTestKms();
  kms = openKms(service.url);
  names = { seed: service.createSealingKey(), old: service.createKey(), present: service.createKey() };
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const limits = { network: 'litecoin-regtest', one: '1000000', day: '9000000', feeMax: '50000' };
const settingsFor = (file: string, more: Record<string, string> = {}) =>
  readSettings({
    SIGNER_SOCKET: 'unused',
    SIGNER_MEMORY: join(folder, `${file}.jsonl`),
    SIGNER_WITHDRAWAL_MAC_KEY: macKey,
    SIGNER_KMS_URL: service.url,
    SIGNER_KMS_SEED: join(folder, file),
    SIGNER_KMS_SEED_KEY: names.seed,
    SIGNER_KMS_HOT: JSON.stringify({ ETH: [names.old, names.present], LTC: [names.old, names.present] }),
    SIGNER_CHAIN_ID: '31337',
    SIGNER_LIMITS: '{"native":{"one":"1000","day":"9000"}}',
    SIGNER_LTC: JSON.stringify(limits),
    ...more,
  });

test('signatures are normalized to low s', async () => {
  const hot = await openHotKey(kms, account, names.present);
  for (let byte = 1; byte <= 8; byte += 1) {
    const digest = new Uint8Array(32).fill(byte);
    const signature = await hot.sign?.(digest);
    expect(signature?.s).toBeLessThan(2n ** 255n);
    expect([0, 1]).toContain(signature?.recovery);
  }
});

test('malformed signatures, and those by another key or of another digest, are refused', () => {
  const [secret, digest] = [new Uint8Array(32).fill(3), new Uint8Array(32).fill(4)];
  const publicKey = new PublicKeys(account.xpub).publicKeyOf(hotKey);
  expect(signatureOfDer(new Uint8Array([0x30, 0]), digest, publicKey)).toBeNull();
  const { r, s } = signDigest(digest, secret);
  const int = (value: bigint): string => `0221${value.toString(16).padStart(66, '0')}`;
  const body = int(r) + int(s);
  const der = Buffer.from(`30${(body.length / 2).toString(16)}${body}`, 'hex');
  expect(signatureOfDer(der, digest, publicKey)).toBeNull();
});

describe('a hot wallet is named', () => {
  test('by a KMS key, which may be temporarily unavailable', async () => {
    const name = service.createKey();
    const hot = await openHotKey(kms, account, name);
    service.setState(name, 'Disabled');
    await expect(hot.sign?.(new Uint8Array(32))).rejects.toThrow(KmsError);
    await expect(openHotKey(kms, account, name)).rejects.toThrow('is disabled.');
  });

  test('`seed` for the seed’s own key, and by a public key if the key was destroyed', async () => {
    const { publicKey } = await openHotKey(kms, account, 'seed');
    expect(publicKey).toEqual(new PublicKeys(account.xpub).publicKeyOf(hotKey));
    const gone = await openHotKey(kms, account, Buffer.from(publicKey).toString('hex'));
    expect(gone).toMatchObject({ sign: null });
  });

  test('but not by a key of another type', async () => {
    await expect(openHotKey(kms, account, names.seed)).rejects.toThrow('InvalidKeyUsageException');
  });
});

describe('the seed', () => {
  test('is encrypted in a file readable only by its owner, never overwritten, and the same after each start', async () => {
    const settings = settingsFor('seed.json');
    await createKeys(settings);
    const first = await openKeys(settings);
    expect((await openKeys(settings)).ETH?.xpub).toBe(first.ETH?.xpub);
    expect(statSync(join(folder, 'seed.json')).mode & 0o077).toBe(0);
    await expect(createKeys(settings)).rejects.toThrow('EEXIST');
    service.setState(names.seed, 'Disabled');
    await expect(openKeys(settings)).rejects.toThrow('the KMS does not allow this key to be used');
    service.setState(names.seed, 'Enabled');
  });

  test('is taken from an existing keystore, so that addresses stay', async () => {
    const keystore = { SIGNER_KEYSTORE: join(folder, 'keystore.json'), SIGNER_PASSWORD: 'a password of some length' };
    await createKeystore(keystore.SIGNER_KEYSTORE, keystore.SIGNER_PASSWORD);
    const settings = settingsFor('moved.json', keystore);
    await createKeys(settings);
    const seed = await openKeystore(keystore.SIGNER_KEYSTORE, keystore.SIGNER_PASSWORD);
    expect((await openKeys(settings)).ETH?.xpub).toBe(evmAccountOf(seed).xpub);
    expect(readFileSync(join(folder, 'moved.json'), 'utf8')).not.toContain(Buffer.from(seed).toString('base64'));
  });
});

describe('a payment', () => {
  test('on an EVM chain is signed by the KMS key’s address, also for a former hot wallet', async () => {
    const settings = settingsFor('evm.json');
    await createKeys(settings);
    const { ETH: keys } = await openKeys(settings);
    const [ethereum] = settings.evm;
    if (!keys || !ethereum) throw new Error('the signer should sign for Ethereum');
    const memory = new SigningLog(settings.memory);
    const signer = createEvmSigner({ keys, macKey, memory, limits: ethereum, now: () => 0 });
    const addresses = new PublicKeys(signer.xpub, signer.hot);
    const [old, present] = addresses.hots as [KeyRef, KeyRef];
    const unsigned = (to: Hex): Hex =>
      serializeTransaction({
        type: 'eip1559',
        chainId: 31_337,
        nonce: 0,
        gas: 21_000n,
        maxFeePerGas: 1n,
        to,
        value: 9n,
      });
    const bob = paymentCall({ token: null, to: '0x0000000000000000000000000000000000000b0b', amount: 1n }).to;
    const claimFor = (id: number, address: string) =>
      authorizedOrder(id, { chain: 'ETH', coin: 'ETH', address, amount: 9n, decimals: 18 });
    const signed = async (key: KeyRef, to: Hex, purpose: 'withdrawal' | 'rotation', reference = 1) => {
      const withdrawal = claimFor(reference, to);
      const { raw } = await signer.sign({ key, purpose, reference, withdrawal, transaction: unsigned(to) });
      return recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` });
    };
    expect(await signed(present, bob, 'withdrawal')).toBe(addresses.addressOf(present));
    expect(await signed(old, addresses.addressOf(present), 'rotation')).toBe(addresses.addressOf(old));
    await expect(signed(old, bob, 'rotation', 2)).rejects.toThrow(
      'a rotation must go from a former hot wallet to the current one',
    );
    await expect(signed(old, bob, 'withdrawal', 2)).rejects.toThrow(
      'only the hot wallet pays, and not to a hot wallet',
    );
    // The same payment from another key could be included in addition to the first.
    await expect(signed(old, bob, 'withdrawal')).rejects.toThrow(
      'a different payment is already signed for this reference',
    );
    memory.close();
  });

  test('on a UTXO chain spends coins of current, former and deposit keys together', async () => {
    const settings = settingsFor('utxo.json');
    await createKeys(settings);
    const { LTC: keys } = await openKeys(settings);
    const [chain] = settings.utxo;
    if (!keys || !chain) throw new Error('the signer should sign for Litecoin');
    const memory = new SigningLog(settings.memory);
    const signer = createUtxoSigner({ keys, macKey, network, memory, limits: chain.limits, now: () => 0 });
    const addresses = new UtxoPublicKeys(signer.xpub, network, signer.hot);
    const [old, present] = addresses.hots as [KeyRef, KeyRef];
    const coins = [old, present, { branch: 0, index: 7 } as const].map((key, vout) => ({
      txid: 'ab'.repeat(32),
      vout,
      amount: 400_000n,
      key,
    }));
    const recipient = new UtxoPublicKeys(account.xpub, network).addressOf(hotKey);
    const plan = { coins, recipient, amount: 1_000_000n, change: 190_000n, changeKey: present, fee: 10_000n };
    const asked = service.asked.length;
    const withdrawal = authorizedOrder(1, {
      chain: 'LTC',
      coin: 'LTC',
      address: recipient,
      amount: plan.amount,
      decimals: 8,
    });
    const transaction = unsignedOf(plan, addresses);
    const request = { purpose: 'withdrawal', reference: 1, withdrawal, transaction } as const;
    const { raw, txid } = await signer.sign(request);
    expect(service.asked.slice(asked)).toEqual(['Sign', 'Sign']);
    expect(raw).toMatch(/^[0-9a-f]+$/);
    // The txid does not cover signatures.
    expect((await signer.sign(request)).txid).toBe(txid);
    const toOld = { ...request, reference: 2, transaction: unsignedOf({ ...plan, changeKey: old }, addresses) };
    await expect(signer.sign(toOld)).rejects.toThrow('change must go to the hot wallet');
    memory.close();
  });
});
