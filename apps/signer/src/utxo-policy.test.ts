import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { hotKey, type KeyRef, type PaymentPlan, unsignedOf, type UtxoCoin } from '@fft/chains';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SigningLog } from './signing-log.ts';
import { SigningRefused } from './signing-record.ts';
import { type KeyRing, keyRingOf } from './key-ring.ts';
import { authorizedOrder, macKey } from '../testing/test-authorization.ts';
import { keysOf, network, openUtxoSigner } from '../testing/test-utxo-signer.ts';
import { createUtxoSigner, type Signer, utxoAccountOf } from './signer.ts';
import type { UtxoRequest } from './utxo-policy.ts';

const keys = keysOf(1);
const outside = keysOf(2);
const bob = outside.addressOf({ branch: 0, index: 1 });
const carol = outside.addressOf({ branch: 0, index: 2 });
const cold = outside.addressOf({ branch: 0, index: 3 });
const limits = {
  amount: { one: 1_000_000n, day: 2_500_000n },
  maxFee: 50_000n,
  budgets: { fee: { day: 200_000n, address: 100_000n } },
  cold,
};

let folder: string;
let now: number;
let memory: SigningLog;
let signer: Signer<UtxoRequest>;

function open(): void {
  ({ signer, memory } = openUtxoSigner(folder, limits, () => now));
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fft-signer-'));
  now = 1_700_000_000_000;
  open();
});
afterEach(() => {
  memory.close();
  rmSync(folder, { recursive: true });
});

const coin = (number: number, amount = 2_000_000n, key: KeyRef = { branch: 0, index: 5 }): UtxoCoin => ({
  txid: String(number).padStart(2, '0').repeat(32),
  vout: 0,
  amount,
  key,
});

type Plan = Partial<PaymentPlan>;

/** Returns a request with a consistent plan; each reference has its own coin. */
function request(purpose: UtxoRequest['purpose'], reference: number, plan: Plan = {}): UtxoRequest {
  const { coins = [coin(reference)], recipient = bob, amount = 600_000n, fee = 10_000n, changeKey = hotKey } = plan;
  const change = plan.change ?? coins.reduce((sum, one) => sum + one.amount, 0n) - amount - fee;
  return {
    purpose,
    reference,
    withdrawal: authorizedOrder(reference, { chain: 'LTC', coin: 'LTC', address: recipient, amount, decimals: 8 }),
    transaction: unsignedOf({ coins, recipient, amount, change, changeKey, fee }, keys),
  };
}

/** Returns `signed`, or the reason of the refusal. */
async function answerTo(asked: UtxoRequest): Promise<string> {
  try {
    await signer.sign(asked);
    return 'signed';
  } catch (error) {
    if (error instanceof SigningRefused) return error.message;
    throw error;
  }
}

test('signs many coins in batches of ten, in order', async () => {
  const asked = request('withdrawal', 1, { coins: Array.from({ length: 25 }, (_, index) => coin(index + 1)) });
  const ring = keyRingOf(utxoAccountOf(new Uint8Array(32).fill(1), network));
  let [signing, most] = [0, 0];
  const slow: KeyRing = {
    ...ring,
    sign: async (key, digest) => {
      most = Math.max(most, ++signing);
      await immediate();
      signing -= 1;
      return ring.sign(key, digest);
    },
  };
  const options = { network, memory, limits, macKey, now: () => now };
  const signed = await createUtxoSigner({ ...options, keys: slow }).sign(asked);
  expect(most).toBe(10);
  expect(signed).toEqual(await signer.sign(asked));
});

test('signs a payment, and keeps it in its log across restarts', async () => {
  const { raw, txid } = await signer.sign(request('withdrawal', 1));
  expect(raw).toMatch(/^[0-9a-f]+$/);
  expect(txid).toMatch(/^[0-9a-f]{64}$/);
  memory.close();
  open();
  // Repeating a request returns the same transaction.
  expect(await signer.sign(request('withdrawal', 1))).toEqual({ raw, txid });
  expect(await answerTo(request('withdrawal', 1, { recipient: carol }))).toBe(
    'a different payment is already signed for this reference',
  );
});

test('refuses another recipient or amount, other coins, and excessive fees', async () => {
  await signer.sign(request('withdrawal', 1));
  expect(await answerTo(request('withdrawal', 1, { amount: 600_001n }))).toBe(
    'a different payment is already signed for this reference',
  );
  expect(await answerTo(request('withdrawal', 1, { coins: [coin(7)] }))).toBe(
    'a different payment is already signed for this reference',
  );
  expect(await answerTo(request('withdrawal', 2, { fee: 50_001n }))).toBe('the fee is above the limit');
  const { transaction } = request('withdrawal', 3);
  expect(await answerTo({ purpose: 'withdrawal', reference: 3, transaction: transaction.slice(0, -2) })).toBe(
    'the transaction is not exactly one payment',
  );
});

test('a replacement spends all coins of the replaced transactions, and counts once against the daily limit', async () => {
  await signer.sign(request('withdrawal', 1));
  await signer.sign(request('withdrawal', 1, { fee: 20_000n }));
  await signer.sign(request('withdrawal', 1, { coins: [coin(1), coin(9)], fee: 30_000n }));
  expect(await answerTo(request('withdrawal', 1, { fee: 40_000n }))).toBe(
    'a different payment is already signed for this reference',
  );
  for (const reference of [2, 3]) await signer.sign(request('withdrawal', reference, { amount: 950_000n }));
  expect(await answerTo(request('withdrawal', 4, { amount: 1n }))).toBe('above the daily limit');
});

test('payments have single and daily limits', async () => {
  expect(await answerTo(request('withdrawal', 1, { amount: 1_000_001n }))).toBe('above the limit of one payment');
  for (const reference of [2, 3]) await signer.sign(request('withdrawal', reference, { amount: 1_000_000n }));
  expect(await answerTo(request('withdrawal', 4, { amount: 600_000n }))).toBe('above the daily limit');
  now += 86_400_001;
  await signer.sign(request('withdrawal', 4, { amount: 600_000n }));
});

test('a coin with another amount than before is refused: two false amounts could be combined into an unbounded fee', async () => {
  const [honest, other] = [coin(1, 2_000_000n), coin(2, 90_000_000n)];
  await signer.sign(request('withdrawal', 1, { coins: [honest, { ...other, amount: 100_000n }] }));
  expect(await answerTo(request('sweep', 2, { coins: [other], recipient: keys.addressOf(hotKey), change: 0n }))).toBe(
    'the fee is above the limit',
  );
  const honestNow = request('withdrawal', 3, { coins: [{ ...honest, amount: 700_000n }, other] });
  expect(await answerTo(honestNow)).toBe('a coin was signed with another amount before');
});

test('coins go only to allowed recipients: sweeps and change to the hot wallet, the surplus to the cold wallet', async () => {
  const hot = keys.addressOf(hotKey);
  const all = { amount: 1_990_000n, change: 0n };
  expect(await answerTo(request('sweep', 1, { ...all, recipient: bob }))).toBe('a sweep must go to the hot wallet');
  expect(await answerTo(request('sweep', 1, { ...all, recipient: hot }))).toBe('signed');
  expect(await answerTo(request('cold', 2, { ...all, recipient: bob }))).toBe('the recipient is not the cold wallet');
  expect(await answerTo(request('cold', 2, { ...all, recipient: cold }))).toBe('signed');
  expect(await answerTo(request('gas', 3))).toBe('this chain has no gas payments');
  expect(await answerTo(request('allowance', 3))).toBe('this chain has no allowances');
  expect(await answerTo(request('withdrawal', 4, { recipient: hot }))).toBe(
    'only the hot wallet pays, and not to a hot wallet',
  );
  expect(await answerTo(request('withdrawal', 5, { changeKey: { branch: 0, index: 9 } }))).toBe(
    'change must go to the hot wallet',
  );
});

test('fees have daily budgets and budgets of the deposit addresses whose coins pay them', async () => {
  const hot = keys.addressOf(hotKey);
  const sweep = (reference: number, index: number, fee = 50_000n): UtxoRequest =>
    request('sweep', reference, {
      coins: [coin(reference, 2_000_000n, { branch: 0, index })],
      recipient: hot,
      amount: 2_000_000n - fee,
      change: 0n,
      fee,
    });
  for (const reference of [1, 2]) await signer.sign(sweep(reference, 5));
  expect(await answerTo(sweep(3, 5, 1n))).toBe('above the daily fee budget of a deposit address');
  for (const reference of [3, 4]) await signer.sign(sweep(reference, reference + 10));
  memory.close();
  open();
  expect(await answerTo(sweep(6, 16, 1n))).toBe('above the daily fee budget');
  // A repeated request adds nothing; withdrawals have a separate budget.
  expect(await answerTo(sweep(4, 14))).toBe('signed');
  expect(await answerTo(request('withdrawal', 7, { coins: [coin(7, 2_000_000n, hotKey)] }))).toBe('signed');
});

test('a withdrawal is signed only as authorized', async () => {
  const asked = request('withdrawal', 1);
  const claim = (address: string, amount: bigint) =>
    authorizedOrder(1, { chain: 'LTC', coin: 'LTC', address, amount, decimals: 8 });
  expect(await answerTo({ ...asked, withdrawal: undefined })).toBe('no valid authorization for this withdrawal');
  for (const wrong of [claim(carol, 600_000n), claim(bob, 600_001n)])
    expect(await answerTo({ ...asked, withdrawal: wrong })).toBe('the payment differs from the authorized withdrawal');
  expect(await answerTo(asked)).toBe('signed');
});
