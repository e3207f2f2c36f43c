import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  allowanceCall,
  type Call,
  dispersalAbi,
  dispersalCall,
  hotKey,
  maxBatchSize,
  paymentCall,
  PublicKeys,
  undecided,
} from '@fft/chains';
import { type Address, encodeFunctionData, parseTransaction, serializeTransaction, type Hex } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EvmLimits, EvmRequest } from './evm-policy.ts';
import { keyRingOf } from './key-ring.ts';
import { createEvmSigner, createRevocations, evmAccountOf, type Signer } from './signer.ts';
import { SigningLog } from './signing-log.ts';
import { SigningRefused } from './signing-record.ts';
import { authorizedOrder, macKey } from '../testing/test-authorization.ts';

/** Several withdrawals of a token by one call of a contract: what the exchange may claim about them. */
const keys = keyRingOf(evmAccountOf(Uint8Array.from({ length: 32 }, (_, index) => index + 1)));
const hot = new PublicKeys(keys.xpub).addressOf(hotKey);
const token = '0x000000000000000000000000000000000000700c';
const otherToken = '0x000000000000000000000000000000000000700d';
const contract = '0x000000000000000000000000000000000000d15b';
const usdt = { coin: 'USDT', decimals: 6 };
const limits: EvmLimits = {
  chain: 'ETH',
  chainId: 31_337,
  own: { coin: 'ETH', decimals: 18 },
  amounts: {
    native: { one: 10n, day: 25n, coin: 'ETH', decimals: 18 },
    [token]: { one: 100n, day: 250n, ...usdt },
    [otherToken]: { one: 100n, day: 250n, coin: 'USDC', decimals: 6 },
  },
  maxFee: 10n ** 14n,
  maxDataFee: 0n,
  maxGas: 1_000n,
  budgets: { fee: { day: 10n ** 15n, address: 10n ** 15n }, gas: { day: 4_000n, address: 2_000n } },
  cold: null,
  disperse: contract,
};
const different = 'a different payment is already signed for this reference';

let folder: string;
let now: number;
let memory: SigningLog;
let signer: Signer<EvmRequest>;
function open(changes: Partial<EvmLimits> = {}): void {
  memory = new SigningLog(join(folder, 'signed.jsonl'));
  signer = createEvmSigner({ keys, macKey, memory, limits: { ...limits, ...changes }, now: () => now });
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

interface Order {
  readonly reference: number;
  readonly amount?: bigint;
  /** Where the transaction pays; the decision names the reference's own address. */
  readonly to?: Address;
}
const addressOf = (reference: number): Address => `0x${String(reference).padStart(40, '0')}`;
const orderOf = ({ reference, amount = 10n }: Order) => ({
  reference,
  withdrawal: authorizedOrder(reference, { chain: 'ETH', address: addressOf(reference), amount, ...usdt }),
});

interface Changes {
  readonly nonce?: number;
  readonly gas?: bigint;
  readonly call?: Call;
  /** What the transaction pays; by default the orders. */
  readonly pays?: readonly Order[];
}

function unsigned(call: Call, { nonce = 7, gas = 100_000n }: Changes): Hex {
  const fees = { gas, maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 1n };
  return serializeTransaction({ type: 'eip1559', chainId: 31_337, nonce, ...fees, ...call });
}

function request(orders: readonly Order[], changes: Changes = {}): EvmRequest {
  const { pays = orders } = changes;
  const payments = pays.map(
    ({ reference, amount = 10n, to = addressOf(reference) }) => ({ token, to, amount }) as const,
  );
  const [own, ...others] = orders.map(orderOf);
  if (!own) throw new Error('a request has an order');
  const transaction = unsigned(changes.call ?? dispersalCall(contract, payments), changes);
  return { key: hotKey, purpose: 'withdrawal', ...own, transaction, ...(others.length > 0 && { further: others }) };
}

const of = (...references: readonly number[]): Order[] => references.map((reference) => ({ reference }));

/** Returns `signed`, or the reason of the refusal and the order that it names. */
async function answerTo(asked: EvmRequest): Promise<string | readonly [string, number]> {
  try {
    await signer.sign(asked);
    return 'signed';
  } catch (error) {
    if (!(error instanceof SigningRefused)) throw error;
    return error.reference === null ? error.message : [error.message, error.reference];
  }
}

test('withdrawals of a token are paid by one call, and each of them has its slot', async () => {
  const { raw } = await signer.sign(request(of(1, 2, 3)));
  expect(parseTransaction(raw as Hex)).toMatchObject({ to: contract, nonce: 7 });
  for (const reference of [1, 2, 3]) expect(signer.signedFor(reference)).toEqual([['1/0:7']]);
  memory.close();
  open();
  expect(signer.signedFor(3)).toEqual([['1/0:7']]);
});

describe('refuses', () => {
  test('another contract, another call of it, and one without a setting', async () => {
    const pays = [{ token, to: addressOf(1), amount: 10n }] as const;
    const notOne = 'the transaction is not exactly one payment';
    expect(await answerTo(request(of(1), { call: dispersalCall(otherToken, pays) }))).toBe(notOne);
    const call = dispersalCall(contract, pays);
    expect(await answerTo(request(of(1), { call: { ...call, value: 1n } }))).toBe(notOne);
    expect(await answerTo(request(of(1), { call: { ...call, data: `${call.data}00` } }))).toBe(notOne);
    const uneven = encodeFunctionData({
      abi: dispersalAbi,
      functionName: 'disperseTokenSimple',
      args: [token, [addressOf(1), addressOf(2)], [10n]],
    });
    expect(await answerTo(request(of(1), { call: { ...call, data: uneven } }))).toBe(notOne);
    memory.close();
    open({ disperse: null });
    expect(await answerTo(request(of(1, 2)))).toBe(`${notOne} for each withdrawal`);
  });

  test('a payment too many, one too few, one twice, and other purposes', async () => {
    const notEach = 'the transaction is not exactly one payment for each withdrawal';
    expect(await answerTo(request(of(1, 2), { pays: of(1, 2, 3) }))).toBe(notEach);
    expect(await answerTo(request(of(1, 2, 3), { pays: of(1, 2) }))).toBe(notEach);
    expect(await answerTo(request(of(1, 1)))).toBe('a withdrawal is in the batch twice');
    const many = Array.from({ length: maxBatchSize + 1 }, (_, index) => ({ reference: index + 1, amount: 1n }));
    expect(await answerTo(request(many, { gas: 5_000_000n }))).toBe('the batch has too many withdrawals');
    expect(await answerTo({ ...request(of(1)), purpose: 'cold' })).toBe('the transaction is not exactly one payment');
  });

  test('a payment to someone else, of another amount or order, and names the withdrawal', async () => {
    const differs = 'the payment differs from the authorized withdrawal';
    const [one, two] = of(1, 2) as [Order, Order];
    expect(await answerTo(request([one, two], { pays: [one, { ...two, to: addressOf(9) }] }))).toEqual([differs, 2]);
    expect(await answerTo(request([one, two], { pays: [one, { ...two, amount: 11n }] }))).toEqual([differs, 2]);
    expect(await answerTo(request([one, two], { pays: [two, one] }))).toEqual([differs, 1]);
    const toHot = { reference: 2, to: hot };
    const further = [
      { reference: 2, withdrawal: authorizedOrder(2, { chain: 'ETH', address: hot, amount: 10n, ...usdt }) },
    ];
    expect(await answerTo({ ...request(of(1, 2), { pays: [one, toHot] }), further })).toEqual([
      'only the hot wallet pays, and not to a hot wallet',
      2,
    ]);
  });

  test('payments of another token than the orders’', async () => {
    const pays = [1, 2].map((reference) => ({ token: otherToken, to: addressOf(reference), amount: 10n }) as const);
    expect(await answerTo(request(of(1, 2), { call: dispersalCall(contract, pays) }))).toEqual([
      'the payment differs from the authorized withdrawal',
      1,
    ]);
  });

  test('an amount above its limits, and names the withdrawal that is', async () => {
    const large = { reference: 2, amount: 101n };
    expect(await answerTo(request([...of(1), large, ...of(3)]))).toEqual(['above the limit of one payment', 2]);
    const day = [1, 2, 3].map((reference) => ({ reference, amount: 90n }));
    expect(await answerTo(request(day))).toEqual(['above the daily limit', 3]);
    expect(await answerTo(request(day.slice(0, 2)))).toBe('signed');
  });

  test('a fee above that of as many payments', async () => {
    expect(await answerTo(request(of(1, 2), { gas: 200_001n }))).toBe('the fee is above the limit');
    expect(await answerTo(request(of(1, 2), { gas: 200_000n }))).toBe('signed');
  });

  test('a fee that together with other batches is above that of a day', async () => {
    for (const batch of [0, 1, 2, 3, 4]) {
      const references = of(2 * batch + 1, 2 * batch + 2);
      expect(await answerTo(request(references, { nonce: 7 + batch, gas: 200_000n }))).toBe('signed');
    }
    expect(await answerTo(request(of(11, 12), { nonce: 12 }))).toBe('above the daily fee budget');
  });

  test('a withdrawal that returned to review', async () => {
    const reviewed = authorizedOrder(2, {
      chain: 'ETH',
      address: addressOf(2),
      amount: 10n,
      decision: undecided,
      number: 1,
      ...usdt,
    });
    createRevocations({ memory, macKey }).note(2, reviewed);
    expect(await answerTo(request(of(1, 2)))).toEqual([
      'this withdrawal has returned to review since this decision',
      2,
    ]);
  });
});

describe('a withdrawal that was signed in a batch', () => {
  beforeEach(async () => {
    await signer.sign(request(of(1, 2, 3)));
  });

  test('is signed again under the same nonce alone, also with a higher fee, and after a start', async () => {
    expect(await answerTo(request(of(1, 2, 3), { gas: 150_000n }))).toBe('signed');
    expect(await answerTo(request(of(1, 2, 3), { nonce: 8 }))).toEqual([different, 1]);
    memory.close();
    open();
    expect(await answerTo(request(of(3), { nonce: 8 }))).toBe(different);
    const call = paymentCall({ token, to: addressOf(3), amount: 10n });
    expect(await answerTo(request(of(3), { nonce: 8, call }))).toBe(different);
    expect(await answerTo(request(of(3), { call }))).toBe('signed');
  });

  test('may lose others of its batch, and gains none', async () => {
    expect(await answerTo(request(of(1, 3)))).toBe('signed');
    expect(await answerTo(request(of(1, 3, 4)))).toEqual([different, 1]);
    // What one of the two transactions left out is in the other.
    expect(await answerTo(request(of(1, 2)))).toEqual([different, 1]);
    expect(await answerTo(request(of(1)))).toBe('signed');
  });

  test('counts once against the limits', async () => {
    const large = [5, 6].map((reference) => ({ reference, amount: 100n }));
    expect(await answerTo(request(large, { nonce: 8 }))).toBe('signed');
    expect(await answerTo(request(of(1, 2, 3), { gas: 150_000n }))).toBe('signed');
    expect(await answerTo(request([{ reference: 9, amount: 21n }], { nonce: 9 }))).toEqual([
      'above the daily limit',
      9,
    ]);
  });
});

describe('the contract’s allowance', () => {
  const allowance = (amount: bigint, changes: Partial<EvmRequest & Parameters<typeof allowanceCall>[0]> = {}) => {
    const call = allowanceCall({ token: changes.token ?? token, spender: changes.spender ?? contract, amount });
    const { key = hotKey, reference = 1 } = changes;
    return { key, purpose: 'allowance', reference, transaction: unsigned(call, { nonce: 3 }) } as const;
  };

  test('is signed up to a day’s payments of a listed token', async () => {
    expect(await answerTo(allowance(250n))).toBe('signed');
    expect(await answerTo(allowance(250n))).toBe('signed');
    expect(await answerTo(allowance(0n, { reference: 2 }))).toBe('signed');
    expect(await answerTo(allowance(251n, { reference: 3 }))).toBe('the allowance is above the daily limit');
    expect(await answerTo(allowance(1n, { reference: 1 }))).toBe(different);
  });

  test('is for no one else, of no other token, and from no other key', async () => {
    expect(await answerTo(allowance(1n, { spender: addressOf(9) }))).toBe(
      'the allowance is not for the contract that pays batches',
    );
    expect(await answerTo(allowance(1n, { token: addressOf(9) }))).toBe('the token is not listed in the limits');
    expect(await answerTo(allowance(1n, { key: { branch: 0, index: 1 } }))).toBe(
      'only the hot wallet pays, and not to a hot wallet',
    );
    const payment = unsigned(paymentCall({ token, to: contract, amount: 1n }), {});
    expect(await answerTo({ ...allowance(1n), transaction: payment })).toBe(
      'the transaction is not exactly one allowance',
    );
    const asWithdrawal = { ...request(of(1)), transaction: allowance(1n).transaction };
    expect(await answerTo(asWithdrawal)).toBe('the transaction is not exactly one payment');
    memory.close();
    open({ disperse: null });
    expect(await answerTo(allowance(1n))).toBe('the allowance is not for the contract that pays batches');
  });
});

test('the data of each payment of a batch counts as a fee', async () => {
  memory.close();
  const maxDataFee = 2n * 10n ** 14n;
  open({ maxFee: 3n * 10n ** 14n, maxDataFee });
  // Gas costs one tenth of a day's fees, and the data of a payment two.
  expect(await answerTo(request(of(1, 2, 3)))).toBe('signed');
  expect(await answerTo(request(of(4, 5), { nonce: 8 }))).toBe('above the daily fee budget');
  expect(await answerTo(request(of(4), { nonce: 8 }))).toBe('signed');
});
