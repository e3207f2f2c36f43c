import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hotKey, type KeyRef, readSignedTron, tronAddress, tronAddressHex, TronPublicKeys } from '@fft/chains';
import { recoverAddress } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyRingOf } from './key-ring.ts';
import { SigningLog } from './signing-log.ts';
import { SigningRefused } from './signing-record.ts';
import { authorizedOrder, macKey } from '../testing/test-authorization.ts';
import { tronTransaction, type TronParts } from '../testing/test-tron-transaction.ts';
import { createTronSigner, type Signer, tronAccountOf } from './signer.ts';
import type { TronRequest } from './tron-policy.ts';

const keys = keyRingOf(tronAccountOf(new Uint8Array(32).fill(1)));
const addresses = new TronPublicKeys(keys.xpub, keys.hot);
const hot = addresses.addressOf(hotKey);
const deposit: KeyRef = { branch: 0, index: 7 };
const [usdt, bob, cold] = [1, 2, 3].map((byte) => tronAddress(String(byte).padStart(2, '0').repeat(20))) as [
  string,
  string,
  string,
];
const coin = { coin: 'USDT', decimals: 6 };
const fees = { day: 20_000_000n, address: 6_000_000n };
const budgets = { fee: fees, gas: { day: 200n, address: 100n } };
const limits = { amounts: { [usdt]: { one: 100n, day: 250n, ...coin } }, maxFee: 1_000n, maxGas: 50n, budgets, cold };
const start = 1_700_000_000_000;

let folder: string;
let now: number;
let memory: SigningLog;
let signer: Signer<TronRequest>;

function open(): void {
  memory = new SigningLog(join(folder, 'signed.jsonl'));
  signer = createTronSigner({ keys, macKey, memory, limits, now: () => now });
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fft-signer-'));
  now = start;
  open();
});
afterEach(() => {
  memory.close();
  rmSync(folder, { recursive: true });
});

const made = (options: TronParts = {}): string =>
  tronTransaction({ owner: hot, token: usdt, to: bob, now, ...options });

const withdrawal = (reference: number, options: TronParts = {}): TronRequest => ({
  key: hotKey,
  purpose: 'withdrawal',
  reference,
  withdrawal: authorizedOrder(reference, {
    chain: 'TRX',
    address: options.to ?? bob,
    amount: options.amount ?? 60n,
    ...coin,
  }),
  transaction: made(options),
});

/** Returns `signed`, or the reason of the refusal. */
async function answerTo(request: TronRequest): Promise<string> {
  try {
    await signer.sign(request);
    return 'signed';
  } catch (error) {
    if (error instanceof SigningRefused) return error.message;
    throw error;
  }
}

test('signs a valid payment, and the same one again after a restart', async () => {
  const request = withdrawal(1);
  const { raw, txid } = await signer.sign(request);
  expect(readSignedTron(raw)).toMatchObject({ owner: hot, token: usdt, to: bob, amount: 60n });
  const [r, s, recovery] = [raw.slice(-130, -66), raw.slice(-66, -2), raw.slice(-2)];
  const signature = { r: `0x${r}`, s: `0x${s}`, yParity: Number(recovery) } as const;
  const by = await recoverAddress({ hash: `0x${txid}`, signature });
  expect(by.toLowerCase()).toBe(`0x${tronAddressHex(hot)}`);
  memory.close();
  open();
  expect(await signer.sign(request)).toEqual({ raw, txid });
});

test.each([
  ['the transaction is not exactly one payment', { token: usdt }, '00'],
  ['the owner is not the address of the key', { owner: bob }, ''],
  ['the token is not listed in the limits', { token: bob }, ''],
  ['above the limit of one payment', { amount: 101n }, ''],
  ['the payment differs from the authorized withdrawal', { token: null }, ''],
  ['the fee limit is missing or too high', { feeLimit: 1_001n }, ''],
  ['the fee limit is missing or too high', { feeLimit: 0n }, ''],
  ['the expiry has passed or is too late', { lifeMs: 600_001 }, ''],
  ['the expiry has passed or is too late', { lifeMs: 0 }, ''],
  ['only the hot wallet pays, and not to a hot wallet', { to: hot }, ''],
] as const)('refuses: %s', async (reason, options, behind) => {
  const request = withdrawal(1, options);
  expect(await answerTo({ ...request, transaction: request.transaction + behind })).toBe(reason);
});

test('a second transaction for a reference is signed after the first has expired, pays the same, and counts against the daily limit', async () => {
  expect(await answerTo(withdrawal(1, { amount: 100n }))).toBe('signed');
  now += 119_000;
  expect(await answerTo(withdrawal(1, { amount: 100n, block: 2 }))).toBe(
    'the transaction signed before for this reference has not expired',
  );
  now += 1_000;
  expect(await answerTo(withdrawal(1, { amount: 99n, block: 2 }))).toBe(
    'a different payment is already signed for this reference',
  );
  expect(await answerTo(withdrawal(1, { to: cold, amount: 100n, block: 2 }))).toBe(
    'a different payment is already signed for this reference',
  );
  expect(await answerTo(withdrawal(1, { amount: 100n, block: 2 }))).toBe('signed');
  expect(await answerTo(withdrawal(2, { amount: 51n }))).toBe('above the daily limit');
  expect(await answerTo(withdrawal(2, { amount: 50n }))).toBe('signed');
});

test('keys pay only allowed recipients: sweeps to the hot wallet, gas to deposit addresses, the surplus to the cold wallet', async () => {
  const from = addresses.addressOf(deposit);
  const sweep = (options: TronParts): TronRequest => ({
    key: deposit,
    purpose: 'sweep',
    reference: 1,
    transaction: made({ owner: from, amount: 10n ** 12n, ...options }),
  });
  expect(await answerTo(sweep({}))).toBe('a sweep must go from a deposit address to the hot wallet');
  expect(await answerTo(sweep({ to: hot }))).toBe('signed');
  const gas = (options: TronParts): TronRequest => ({
    ...withdrawal(1, { token: null, to: from, ...options }),
    purpose: 'gas',
    deposit: deposit.index,
  });
  expect(await answerTo(gas({ amount: 51n }))).toBe('the gas payment is not native or above the limit');
  expect(await answerTo(gas({ token: usdt, amount: 1n }))).toBe('the gas payment is not native or above the limit');
  expect(await answerTo(gas({ amount: 50n, to: bob }))).toBe('gas must go to the deposit address of the request');
  expect(await answerTo({ ...gas({ amount: 50n }), deposit: 8 })).toBe(
    'gas must go to the deposit address of the request',
  );
  expect(await answerTo(gas({ amount: 50n }))).toBe('signed');
  expect(await answerTo({ ...gas({ amount: 50n, block: 2 }), reference: 2 })).toBe('signed');
  const third = { ...gas({ amount: 1n }), reference: 3 };
  expect(await answerTo(third)).toBe('above the daily gas budget of a deposit address');
  expect(await answerTo({ ...withdrawal(1), purpose: 'cold' })).toBe('the recipient is not the cold wallet');
  expect(await answerTo({ ...withdrawal(1), purpose: 'allowance' })).toBe(
    'the allowance is not for the contract that pays batches',
  );
  expect(await answerTo({ ...withdrawal(1, { to: cold, amount: 10n ** 12n }), purpose: 'cold' })).toBe('signed');
});

test('fees have daily and address budgets; each new transaction counts', async () => {
  const from = addresses.addressOf(deposit);
  const sweep = (reference: number, block: number): TronRequest => ({
    key: deposit,
    purpose: 'sweep',
    reference,
    transaction: made({ owner: from, to: hot, amount: 1n, block }),
  });
  expect(await answerTo(sweep(1, 1))).toBe('signed');
  now += 120_000;
  expect(await answerTo(sweep(1, 2))).toBe('signed');
  memory.close();
  open();
  expect(await answerTo(sweep(2, 3))).toBe('above the daily fee budget of a deposit address');
  const cools = Array.from({ length: 10 }, (_, at): TronRequest => ({
    key: hotKey,
    purpose: 'cold',
    reference: at + 1,
    transaction: made({ to: cold, amount: 1n, block: at + 1 }),
  }));
  const answers: string[] = [];
  for (const one of cools) answers.push(await answerTo(one));
  expect(answers).toEqual([...Array<string>(7).fill('signed'), ...Array<string>(3).fill('above the daily fee budget')]);
});
