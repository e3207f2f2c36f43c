import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isReserveSigned } from '@fft/liabilities';
import { openTestKms, type TestKms } from '@fft/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AttestationRequest, type Attester, createAttester } from './attestations.ts';
import { KeysUnavailable } from './key-ring.ts';
import { createKeys, type KeyRings, openKeys } from './open-keys.ts';
import { readSettings, type SignerSettings } from './settings.ts';
import { SigningLog } from './signing-log.ts';
import { SigningRefused } from './signing-record.ts';
import { macKey } from '../testing/test-authorization.ts';

const folder = mkdtempSync(join(tmpdir(), 'fft-attest-'));
const limit = { one: '1000', day: '9000' };
const utxo = JSON.stringify({ network: 'litecoin-regtest', ...limit, feeMax: '50000' });
const start = Date.parse('2026-11-27T00:00:20Z');
const [day, yesterday, root] = ['2026-11-27', '2026-11-26', 'ab'.repeat(32)];
let service: TestKms;
let settings: SignerSettings;
let keys: KeyRings;
let memory: SigningLog;
let attester: Attester;
let now: number;
let file = 0;

/** The hot wallets of Ethereum, BNB Smart Chain and Litecoin: the seed's, and one in a KMS. */
beforeAll(async () => {
  service = await openTestKms();
  const hot = ['seed', service.createKey()];
  settings = readSettings({
    SIGNER_SOCKET: 'unused',
    SIGNER_MEMORY: 'unused',
    SIGNER_WITHDRAWAL_MAC_KEY: macKey,
    SIGNER_KMS_URL: service.url,
    SIGNER_KMS_SEED: join(folder, 'seed'),
    SIGNER_KMS_SEED_KEY: service.createSealingKey(),
    SIGNER_KMS_HOT: JSON.stringify({ ETH: hot, BSC: hot, LTC: hot, SOL: ['seed'] }),
    SIGNER_CHAIN_ID: '31337',
    SIGNER_LIMITS: JSON.stringify({ native: limit }),
    SIGNER_EVM: JSON.stringify({ BSC: { amounts: { native: limit }, feeMax: '1', gasMax: '1' } }),
    SIGNER_LTC: utxo,
    SIGNER_SOL: JSON.stringify({ amounts: {}, feeMax: '1' }),
  });
  await createKeys(settings);
  keys = await openKeys(settings);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

function open(): void {
  memory = new SigningLog(join(folder, `${file}.jsonl`));
  attester = createAttester({ keys, utxo: settings.utxo, memory, now: () => now });
}
beforeEach(() => {
  file += 1;
  now = start;
  open();
});
afterEach(() => memory.close());

const ask = (change: Partial<AttestationRequest> = {}) =>
  attester.attest({ chain: 'ETH', hot: 0, day, root, ...change });
const expectRefused = async (change: Partial<AttestationRequest>, reason: string): Promise<void> => {
  const asked = ask(change);
  await expect(asked).rejects.toBeInstanceOf(SigningRefused);
  await expect(asked).rejects.toThrow(reason);
};

test.each([
  ['ETH', 0],
  ['ETH', 1],
  ['BSC', 1],
  ['LTC', 0],
  ['LTC', 1],
  ['SOL', 0],
])('a hot wallet of %s signs that it holds reserves, from the seed or a KMS: %i', async (chain, hot) => {
  const { address, signature } = await ask({ chain, hot });
  expect(isReserveSigned({ day, root, chain, address }, signature)).toBe(true);
});

test('it signs for no chain, hot wallet or day that is not its own, and no malformed part', async () => {
  await expectRefused({ chain: 'BTC' }, 'no such hot wallet');
  await expectRefused({ chain: 'POLYGON' }, 'no such hot wallet');
  await expectRefused({ hot: 2 }, 'no such hot wallet');
  await expectRefused({ hot: -1 }, 'no such hot wallet');
  await expectRefused({ day: '2026-11-28' }, 'not today or yesterday');
  await expectRefused({ day: '2026-11-25' }, 'not today or yesterday');
  await expectRefused({ root: root.toUpperCase() }, 'malformed');
  await expectRefused({ root: `${root}. Day: 1` }, 'malformed');
  expect(readFileSync(join(folder, `${file}.jsonl`), 'utf8')).toBe('');
});

describe('one root a day and address', () => {
  const other = 'cd'.repeat(32);

  test('the same statement is signed again, and no other root, also after a restart', async () => {
    const first = await ask();
    await expectRefused({ root: other }, 'another root is attested');
    memory.close();
    open();
    await expectRefused({ root: other }, 'another root is attested');
    expect(await ask()).toEqual(first);
    expect(
      readFileSync(join(folder, `${file}.jsonl`), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(1);
  });

  test('of requests side by side for two roots, one is signed', async () => {
    const asked = await Promise.allSettled([ask({ hot: 1 }), ask({ hot: 1, root: other })]);
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  test('a day before one that was attested is refused, and the next day is not', async () => {
    await ask();
    await expectRefused({ day: yesterday }, 'a later day is attested');
    now += 86_400_000;
    await expect(ask({ day: '2026-11-28', root: other })).resolves.toBeDefined();
  });

  test('another address, and another chain with the same keys, have their own', async () => {
    await ask();
    await expect(ask({ hot: 1, root: other })).resolves.toBeDefined();
    await expect(ask({ chain: 'BSC', root: other })).resolves.toBeDefined();
  });
});

test('while the KMS is away, the keys are unavailable, and the day’s root stays', async () => {
  const { ETH: ring } = keys;
  if (!ring) throw new Error('the signer has keys of Ethereum');
  const broken = createAttester({
    keys: { ETH: { ...ring, sign: () => Promise.reject(new KeysUnavailable('away')) } },
    utxo: [],
    memory,
    now: () => now,
  });
  await expect(broken.attest({ chain: 'ETH', hot: 0, day, root })).rejects.toBeInstanceOf(KeysUnavailable);
  await expectRefused({ root: 'ef'.repeat(32) }, 'another root is attested');
  await expect(ask()).resolves.toBeDefined();
});
