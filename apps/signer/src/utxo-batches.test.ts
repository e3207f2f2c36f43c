import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hotKey, maxBatchSize, readSignedUtxo, unsignedOf, type UtxoCoin } from '@fft/chains';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRevocations, type Signer } from './signer.ts';
import type { SigningLog } from './signing-log.ts';
import { SigningRefused } from './signing-record.ts';
import { authorizedOrder, macKey } from '../testing/test-authorization.ts';
import { keysOf, openUtxoSigner } from '../testing/test-utxo-signer.ts';
import type { UtxoRequest } from './utxo-policy.ts';

/** Several withdrawals in one transaction: what the exchange may claim about them. */
const keys = keysOf(1);
const addressOf = (reference: number): string => keysOf(2).addressOf({ branch: 0, index: reference });
const limits = {
  amount: { one: 1_000_000n, day: 2_500_000n },
  maxFee: 50_000n,
  budgets: { fee: { day: 100_000n, address: 100_000n } },
  cold: null,
};
const different = 'a different payment is already signed for this reference';

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

const coin = (number: number): UtxoCoin => ({
  txid: String(number).padStart(2, '0').repeat(32),
  vout: 0,
  amount: 5_000_000n,
  key: hotKey,
});
interface Order {
  readonly reference: number;
  readonly amount?: bigint;
  /** Whose address it has; by default its own. */
  readonly of?: number;
  /** Where the transaction pays; the decision names the reference's own address. */
  readonly to?: string;
}
const orderOf = ({ reference, amount = 300_000n, of = reference }: Order) => ({
  reference,
  withdrawal: authorizedOrder(reference, {
    chain: 'LTC',
    coin: 'LTC',
    address: addressOf(of),
    amount,
    decimals: 8,
  }),
});

/** A request of these orders; the transaction pays them in their order unless `pays` says otherwise. */
function request(orders: readonly Order[], more: { coins?: UtxoCoin[]; fee?: bigint; pays?: readonly Order[] } = {}) {
  const { coins = [coin(1)], fee = 10_000n, pays = orders } = more;
  const outputs = pays.map(({ reference, amount = 300_000n, of = reference, to = addressOf(of) }) => ({
    recipient: to,
    amount,
  }));
  const [first, ...further] = outputs;
  if (!first) throw new Error('a request pays something');
  const total = coins.reduce((sum, one) => sum + one.amount, -fee);
  const change = outputs.reduce((left, { amount }) => left - amount, total);
  const [own, ...others] = orders.map(orderOf);
  if (!own) throw new Error('a request has an order');
  const transaction = unsignedOf({ ...first, further, coins, change, changeKey: hotKey, fee }, keys);
  return { purpose: 'withdrawal', ...own, ...(others.length > 0 ? { further: others } : {}), transaction } as const;
}
const refs = (...references: number[]): Order[] => references.map((reference) => ({ reference }));

/** Returns `signed`, or the reason of the refusal with the order that it names. */
async function answerTo(asked: UtxoRequest): Promise<string> {
  try {
    await signer.sign(asked);
    return 'signed';
  } catch (error) {
    if (!(error instanceof SigningRefused)) throw error;
    return error.reference === null ? error.message : `${error.message} (${error.reference})`;
  }
}

test('signs one output for each order, and remembers all of them across restarts', async () => {
  const { raw, txid } = await signer.sign(request(refs(1, 2, 3)));
  expect(readSignedUtxo(raw)?.outputs.map(({ amount }) => amount)).toEqual([300_000n, 300_000n, 300_000n, 4_090_000n]);
  memory.close();
  open();
  expect(await signer.sign(request(refs(1, 2, 3)))).toEqual({ raw, txid });
  for (const reference of [1, 2, 3])
    expect(signer.signedFor(reference)).toEqual([[`${coin(1).txid}:0`], [`${coin(1).txid}:0`]]);
  expect(signer.signedFor(4)).toEqual([]);
});

test('refuses outputs that are missing, too many, exchanged, or of another order', async () => {
  const count = 'the transaction is not exactly one payment for each withdrawal';
  const paysOther = 'the payment differs from the authorized withdrawal';
  expect(await answerTo(request(refs(1, 2), { pays: refs(1) }))).toBe(count);
  expect(await answerTo(request(refs(1, 2), { pays: refs(1, 2, 3) }))).toBe(count);
  expect(await answerTo(request(refs(1), { pays: refs(1, 2) }))).toBe('the transaction is not exactly one payment');
  expect(await answerTo(request(refs(1, 2), { pays: refs(2, 1) }))).toBe(`${paysOther} (1)`);
  expect(await answerTo(request(refs(1, 2), { pays: [{ reference: 1 }, { reference: 2, amount: 1n }] }))).toBe(
    `${paysOther} (2)`,
  );
  const stolen = [{ reference: 1 }, { reference: 2, to: addressOf(9) }];
  expect(await answerTo(request(refs(1, 2), { pays: stolen }))).toBe(`${paysOther} (2)`);
  expect(await answerTo(request(refs(1, 2, 1)))).toBe('a withdrawal is in the batch twice');
  expect(await answerTo({ ...request(refs(1, 2)), purpose: 'sweep' })).toBe('only withdrawals are paid together');
  expect(await answerTo({ ...request(refs(1, 2)), further: [{ reference: 2 }] })).toBe(
    'no valid authorization for this withdrawal (2)',
  );
  const many = Array.from({ length: maxBatchSize + 1 }, (_, index) => ({ reference: index + 1, amount: 10_000n }));
  expect(await answerTo(request(many))).toBe('the batch has too many withdrawals');
  expect(await answerTo(request(many.slice(1)))).toBe('signed');
});

test('a reference of a batch is signed again only in the batch, or fewer of it, that spends all the coins', async () => {
  expect(await answerTo(request(refs(1, 2, 3)))).toBe('signed');
  // In another batch, alone, or beside a new one, with coins of its own.
  for (const other of [refs(2, 4), refs(2), refs(4, 2)])
    expect(await answerTo(request(other, { coins: [coin(2)] }))).toBe(`${different} (2)`);
  // With all the coins, but beside one that the batch did not have.
  expect(await answerTo(request(refs(2, 4), { coins: [coin(1), coin(2)] }))).toBe(`${different} (2)`);
  const twin = [...refs(2), { reference: 4, of: 1 }];
  expect(await answerTo(request(twin, { coins: [coin(1), coin(2)] }))).toBe(`${different} (2)`);
  const other = [{ reference: 1, amount: 299_999n }, ...refs(2, 3)];
  expect(await answerTo(request(other))).toBe(`${different} (1)`);
  expect(await answerTo(request(refs(1, 2, 3), { coins: [coin(1), coin(2)], fee: 20_000n }))).toBe('signed');
  expect(await answerTo(request(refs(1, 2, 3), { fee: 30_000n }))).toBe(`${different} (1)`);
  // One of them may not be paid any more: the others are paid by what the first one's coins pay.
  expect(await answerTo(request(refs(1, 3), { coins: [coin(1)] }))).toBe(`${different} (1)`);
  expect(await answerTo(request(refs(1, 3), { coins: [coin(1), coin(2)] }))).toBe('signed');
  expect(await answerTo(request(refs(1, 2, 3), { coins: [coin(1), coin(2)], fee: 20_000n }))).toBe(`${different} (1)`);
});

test('a reference that was signed alone is not signed in a batch', async () => {
  expect(await answerTo(request(refs(2)))).toBe('signed');
  expect(await answerTo(request(refs(1, 2)))).toBe(`${different} (2)`);
});

test('limits hold for each order and for their sum, and a refusal names the first order that is above', async () => {
  expect(await answerTo(request([...refs(1, 2), { reference: 3, amount: 1_000_001n }]))).toBe(
    'above the limit of one payment (3)',
  );
  const large = [1, 2, 3].map((reference) => ({ reference, amount: 900_000n }));
  expect(await answerTo(request(large))).toBe('above the daily limit (3)');
  expect(await answerTo(request(large.slice(0, 2)))).toBe('signed');
  expect(await answerTo(request([{ reference: 4, amount: 800_000n }], { coins: [coin(2)] }))).toBe(
    'above the daily limit (4)',
  );
  // A replacement adds nothing, also a day later.
  now += 86_400_001;
  expect(await answerTo(request([{ reference: 4, amount: 1_000_000n }], { coins: [coin(2)] }))).toBe('signed');
  expect(await answerTo(request([{ reference: 5, amount: 1_000_000n }], { coins: [coin(3)] }))).toBe('signed');
  expect(await answerTo(request(large.slice(0, 2), { fee: 20_000n }))).toBe('signed');
});

test('the fee counts once for a batch', async () => {
  expect(await answerTo(request(refs(1, 2, 3, 4), { fee: 50_000n }))).toBe('signed');
  expect(await answerTo(request(refs(5, 6), { coins: [coin(2)], fee: 50_000n }))).toBe('signed');
  expect(await answerTo(request(refs(7), { coins: [coin(3)], fee: 1n }))).toBe('above the daily fee budget');
  expect(await answerTo(request(refs(5, 6), { coins: [coin(2)], fee: 50_000n }))).toBe('signed');
});

test('an order that has returned to review is refused by name', async () => {
  const { withdrawal } = orderOf({ reference: 2 });
  const decided = { chain: 'LTC', coin: 'LTC', address: addressOf(2), amount: 300_000n, decimals: 8 };
  const review = authorizedOrder(2, { ...decided, decision: 'review', number: withdrawal.number });
  createRevocations({ memory, macKey }).note(2, review);
  expect(await answerTo(request(refs(1, 2)))).toBe('this withdrawal has returned to review since this decision (2)');
  expect(await answerTo(request(refs(1)))).toBe('signed');
});
