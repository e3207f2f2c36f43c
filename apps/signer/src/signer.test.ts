import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paymentCall, hotKey, type Payment, PublicKeys, undecided } from '@fft/chains';
import { keccak256, parseTransaction, recoverTransactionAddress, serializeTransaction, type Hex } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createKeystore, KeystoreLocked, openKeystore } from './keystore.ts';
import { SigningLog } from './signing-log.ts';
import type { EvmLimits, EvmRequest } from './evm-policy.ts';
import { SigningRefused } from './signing-record.ts';
import { keyRingOf } from './key-ring.ts';
import { authorizedOrder, macKey } from '../testing/test-authorization.ts';
import { createEvmSigner, createRevocations, evmAccountOf, type Signer } from './signer.ts';

const seed = Uint8Array.from({ length: 32 }, (_, index) => index + 1);
const keys = keyRingOf(evmAccountOf(seed));
const addresses = new PublicKeys(keys.xpub);
const hot = addresses.addressOf(hotKey);
const token = '0x000000000000000000000000000000000000700c';
const bob = '0x0000000000000000000000000000000000000b0b';
const ether = { coin: 'ETH', decimals: 18 };
const usdt = { coin: 'USDT', decimals: 6 };
const limits: EvmLimits = {
  chain: 'ETH',
  chainId: 31_337,
  own: ether,
  amounts: {
    native: { one: 10n, day: 25n, ...ether },
    [token.toLowerCase()]: { one: 100n, day: 250n, ...usdt },
  },
  maxFee: 10n ** 16n,
  maxDataFee: 0n,
  maxGas: 1_000n,
  budgets: { fee: { day: 10n ** 16n, address: 10n ** 15n }, gas: { day: 4_000n, address: 2_000n } },
  cold: '0x000000000000000000000000000000000000c01d',
  disperse: null,
};

let folder: string;
let now: number;
let signer: Signer<EvmRequest>;
let memory: SigningLog;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fft-signer-'));
  now = 1_700_000_000_000;
  open();
});
afterEach(() => {
  memory.close();
  rmSync(folder, { recursive: true });
});

function open(changes: Partial<EvmLimits> = {}): void {
  memory = new SigningLog(join(folder, 'signed.jsonl'));
  signer = createEvmSigner({ keys, macKey, memory, limits: { ...limits, ...changes }, now: () => now });
}

interface Changes {
  readonly chainId?: number;
  readonly nonce?: number;
  readonly gas?: bigint;
  readonly fee?: bigint;
}

function unsigned(
  payment: Payment,
  { chainId = 31_337, nonce = 0, gas = 100_000n, fee = 10n ** 9n }: Changes = {},
): Hex {
  return serializeTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    gas,
    maxFeePerGas: fee,
    maxPriorityFeePerGas: 1n,
    ...paymentCall(payment),
  });
}

const withdrawal = (reference: number, amount: bigint, changes: Changes = {}, to: Hex = bob): EvmRequest => ({
  key: hotKey,
  purpose: 'withdrawal',
  reference,
  withdrawal: authorizedOrder(reference, { chain: 'ETH', address: to, amount, ...usdt }),
  transaction: unsigned({ token, to, amount }, { nonce: reference, ...changes }),
});

/** Returns `signed`, or the reason of the refusal. */
async function answerTo(request: EvmRequest): Promise<string> {
  try {
    await signer.sign(request);
    return 'signed';
  } catch (error) {
    if (error instanceof SigningRefused) return error.message;
    throw error;
  }
}

test('signs a valid payment from the hot wallet', async () => {
  const request = withdrawal(1, 100n);
  const { raw, txid } = await signer.sign(request);
  expect(txid).toBe(keccak256(raw as Hex));
  expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(hot);
  expect(parseTransaction(raw as Hex)).toMatchObject({ to: token.toLowerCase(), nonce: 1, chainId: 31_337 });
});

describe('refuses', () => {
  test('other chains, excessive fees, and anything but one payment', async () => {
    expect(await answerTo(withdrawal(1, 1n, { chainId: 1 }))).toBe('the transaction is for chain 1');
    expect(await answerTo(withdrawal(1, 1n, { fee: 10n ** 12n }))).toBe('the fee is above the limit');
    const call = paymentCall({ token, to: bob, amount: 1n });
    const approve = call.data.replace('a9059cbb', '095ea7b3') as Hex;
    const altered = serializeTransaction({
      type: 'eip1559',
      chainId: 31_337,
      nonce: 1,
      gas: 1n,
      maxFeePerGas: 1n,
      ...call,
      data: approve,
    });
    expect(await answerTo({ ...withdrawal(1, 1n), transaction: altered })).toBe(
      'the transaction is not exactly one payment',
    );
    expect(await answerTo({ ...withdrawal(1, 1n), transaction: '0x02c0' })).toBe('the bytes are not a transaction');
    const legacy = serializeTransaction({ type: 'legacy', chainId: 31_337, nonce: 1, gas: 1n, gasPrice: 1n, ...call });
    expect(await answerTo({ ...withdrawal(1, 1n), transaction: legacy })).toBe(
      'the transaction is not an unsigned EIP-1559 transaction',
    );
  });

  test('amounts above the payment and daily limits, and unlisted tokens', async () => {
    expect(await answerTo(withdrawal(1, 101n))).toBe('above the limit of one payment');
    await signer.sign(withdrawal(1, 100n));
    await signer.sign(withdrawal(2, 100n));
    expect(await answerTo(withdrawal(3, 51n))).toBe('above the daily limit');
    await signer.sign(withdrawal(4, 50n));
    now += 24 * 3_600_000 + 1;
    await signer.sign(withdrawal(5, 100n));
    const other = { ...withdrawal(6, 1n), transaction: unsigned({ token: bob, to: bob, amount: 1n }, { nonce: 6 }) };
    expect(await answerTo(other)).toBe('the token is not listed in the limits');
  });

  test('a second payment for the same withdrawal, unless it replaces the first', async () => {
    await signer.sign(withdrawal(1, 60n));
    await signer.sign(withdrawal(1, 60n, { fee: 2n * 10n ** 9n }));
    expect(await answerTo(withdrawal(1, 60n, { nonce: 2 }))).toBe(
      'a different payment is already signed for this reference',
    );
    expect(await answerTo(withdrawal(1, 61n))).toBe('a different payment is already signed for this reference');
    expect(await answerTo(withdrawal(1, 60n, {}, '0x000000000000000000000000000000000000c0de'))).toBe(
      'a different payment is already signed for this reference',
    );
    // The replacement counts once against the day.
    await signer.sign(withdrawal(2, 100n));
    expect(await answerTo(withdrawal(3, 91n))).toBe('above the daily limit');
  });

  test('payments to recipients that the key may not pay', async () => {
    const deposit = { branch: 0, index: 7 } as const;
    const sweep = (to: Hex, key: EvmRequest['key'] = deposit): EvmRequest => ({
      key,
      purpose: 'sweep',
      reference: 1,
      transaction: unsigned({ token, to, amount: 10n ** 30n }),
    });
    expect(await answerTo(sweep(bob))).toBe('a sweep must go from a deposit address to the hot wallet');
    expect(await answerTo(sweep(hot, hotKey))).toBe('a sweep must go from a deposit address to the hot wallet');
    expect(await answerTo({ ...withdrawal(1, 1n), key: deposit })).toBe(
      'only the hot wallet pays, and not to a hot wallet',
    );
    expect(await answerTo(withdrawal(1, 1n, {}, hot))).toBe('only the hot wallet pays, and not to a hot wallet');
    expect(await answerTo({ ...withdrawal(1, 1n), purpose: 'gas' })).toBe(
      'the gas payment is not native or above the limit',
    );
    await signer.sign(sweep(hot));
    const cold = (to: Hex): EvmRequest => ({
      key: hotKey,
      purpose: 'cold',
      reference: 1,
      transaction: unsigned({ token, to, amount: 10n ** 30n }),
    });
    expect(await answerTo(cold(bob))).toBe('the recipient is not the cold wallet');
    await signer.sign(cold(limits.cold as Hex));
  });
});

test('a sweep can be replaced with the same nonce, also by a smaller one, and by nothing else', async () => {
  const sweep = (amount: bigint, to: Hex = hot): EvmRequest => ({
    key: { branch: 0, index: 7 },
    purpose: 'sweep',
    reference: 1,
    transaction: unsigned({ token, to, amount }),
  });
  await signer.sign(sweep(100n));
  expect(await answerTo(sweep(90n))).toBe('signed');
  expect(await answerTo(sweep(90n, bob))).toBe('a different payment is already signed for this reference');
  const elsewhere = unsigned({ token, to: hot, amount: 100n }, { nonce: 1 });
  expect(await answerTo({ ...sweep(100n), transaction: elsewhere })).toBe(
    'a different payment is already signed for this reference',
  );
});

describe('gas', () => {
  const gas = (amount: bigint, reference = 1, changes: Changes & { to?: Hex; deposit?: number } = {}): EvmRequest => {
    const { deposit = 7, to = addresses.addressOf({ branch: 0, index: deposit }) } = changes;
    const transaction = unsigned({ token: null, to, amount }, { nonce: reference, gas: 21_000n, ...changes });
    return { key: hotKey, purpose: 'gas', reference, deposit, transaction };
  };

  test('must go to the request’s deposit address, which the signer derives itself', async () => {
    expect(await answerTo(gas(1_000n, 1, { to: bob }))).toBe('gas must go to the deposit address of the request');
    const other = addresses.addressOf({ branch: 0, index: 8 });
    expect(await answerTo(gas(1_000n, 1, { to: other }))).toBe('gas must go to the deposit address of the request');
    const { deposit: _, ...unnamed } = gas(1_000n);
    expect(await answerTo(unnamed)).toBe('gas must go to the deposit address of the request');
    expect(await answerTo(gas(1_001n))).toBe('the gas payment is not native or above the limit');
    expect(await answerTo(gas(1_000n))).toBe('signed');
  });

  test('is one payment per reference, which only a higher fee can replace', async () => {
    await signer.sign(gas(1_000n));
    expect(await answerTo(gas(1_000n, 1, { fee: 2n * 10n ** 9n }))).toBe('signed');
    expect(await answerTo(gas(999n))).toBe('a different payment is already signed for this reference');
    expect(await answerTo(gas(1_000n, 1, { nonce: 2 }))).toBe(
      'a different payment is already signed for this reference',
    );
    expect(await answerTo(gas(1_000n, 1, { deposit: 8 }))).toBe(
      'a different payment is already signed for this reference',
    );
  });

  test('has address and daily budgets that survive a restart', async () => {
    for (const reference of [1, 2]) await signer.sign(gas(1_000n, reference));
    expect(await answerTo(gas(1n, 3))).toBe('above the daily gas budget of a deposit address');
    for (const reference of [4, 5]) await signer.sign(gas(1_000n, reference, { deposit: 8 }));
    memory.close();
    open();
    expect(await answerTo(gas(1n, 6, { deposit: 9 }))).toBe('above the daily gas budget');
    // A payment that is already signed is signed again.
    expect(await answerTo(gas(1_000n, 5, { deposit: 8 }))).toBe('signed');
    now += 24 * 3_600_000;
    expect(await answerTo(gas(1n, 6, { deposit: 9 }))).toBe('signed');
  });
});

test('fees have address and daily budgets, of which a replacement uses only the difference', async () => {
  const sweep = (index: number, reference: number, fee: bigint): EvmRequest => ({
    key: { branch: 0, index },
    purpose: 'sweep',
    reference,
    transaction: unsigned({ token, to: hot, amount: 1n }, { nonce: reference, fee }),
  });
  const tenth = 10n ** 9n;
  for (let reference = 1; reference <= 9; reference += 1) await signer.sign(sweep(7, reference, tenth));
  expect(await answerTo(sweep(7, 9, 3n * tenth))).toBe('above the daily fee budget of a deposit address');
  expect(await answerTo(sweep(7, 9, 2n * tenth))).toBe('signed');
  expect(await answerTo(sweep(7, 10, 1n))).toBe('above the daily fee budget of a deposit address');
  for (let index = 8; index < 17; index += 1) await signer.sign(sweep(index, index + 100, 10n * tenth));
  memory.close();
  open();
  expect(await answerTo(sweep(99, 200, tenth))).toBe('above the daily fee budget');
  // Withdrawals have a separate budget: sweeps cannot delay customers.
  expect(await answerTo(withdrawal(1, 1n, { fee: 100n * tenth }))).toBe('signed');
  expect(await answerTo(withdrawal(2, 1n))).toBe('above the daily fee budget');
});

test('data that a network charges for counts as a fee, however little is offered for gas', async () => {
  memory.close();
  const maxDataFee = 10n ** 15n;
  open({ maxDataFee });
  const cheap = { fee: 1n };
  for (let reference = 1; reference <= 9; reference += 1) await signer.sign(withdrawal(reference, 1n, cheap));
  // A replacement is charged in the other one's place.
  expect(await answerTo(withdrawal(9, 1n, { fee: 2n }))).toBe('signed');
  memory.close();
  open({ maxDataFee });
  // Nine charges of ten are used: the tenth has no room for its gas.
  expect(await answerTo(withdrawal(10, 1n, cheap))).toBe('above the daily fee budget');
  const most = { gas: 100_000n, fee: 9n * 10n ** 10n };
  now += 86_400_001;
  expect(await answerTo(withdrawal(11, 1n, { ...most, gas: 100_001n }))).toBe('the fee is above the limit');
  expect(await answerTo(withdrawal(11, 1n, most))).toBe('signed');
});

describe('a withdrawal without proof', () => {
  const refused = 'no valid authorization for this withdrawal';
  const otherwise = 'the payment differs from the authorized withdrawal';
  const request = withdrawal(1, 60n);
  const claim = authorizedOrder(1, { chain: 'ETH', address: bob, amount: 60n, ...usdt });
  const claims: [what: string, claim: EvmRequest['withdrawal'], answer: string][] = [
    ['that names no decision', undefined, refused],
    [
      'with the MAC of another number',
      authorizedOrder(2, { chain: 'ETH', address: bob, amount: 60n, ...usdt }),
      refused,
    ],
    ['with a MAC of nothing', { ...claim, mac: '' }, refused],
    ['of another customer', { ...claim, customer: 1 }, refused],
    ['with a memo', { ...claim, memo: 'x' }, refused],
    ['decided by another', { ...claim, decision: 'operator olga' }, refused],
    [
      'that waits for review',
      authorizedOrder(1, { chain: 'ETH', address: bob, amount: 60n, ...usdt, decision: 'review' }),
      refused,
    ],
    [
      'decided for another address',
      authorizedOrder(1, { chain: 'ETH', address: hot, amount: 60n, ...usdt }),
      otherwise,
    ],
    ['decided for less', authorizedOrder(1, { chain: 'ETH', address: bob, amount: 59n, ...usdt }), otherwise],
    ['decided for another coin', authorizedOrder(1, { chain: 'ETH', address: bob, amount: 60n, ...ether }), otherwise],
    ['decided for another chain', authorizedOrder(1, { chain: 'BSC', address: bob, amount: 60n, ...usdt }), otherwise],
    [
      'decided in finer units',
      authorizedOrder(1, { chain: 'ETH', address: bob, amount: 60n, coin: 'USDT', decimals: 7 }),
      otherwise,
    ],
  ];
  test.each(claims)('%s is not signed', async (_what, changed, answer) => {
    expect(await answerTo({ ...request, withdrawal: changed })).toBe(answer);
  });

  test('is signed with its own authorization', async () => {
    expect(await answerTo({ ...request, withdrawal: claim })).toBe('signed');
  });
});

test('an unavailable key logs nothing, so another transaction may be signed for the same reference', async () => {
  const failing = { ...keys, sign: () => Promise.reject(new Error('throttled')) };
  const away = createEvmSigner({ keys: failing, macKey, memory, limits, now: () => now });
  await expect(away.sign(withdrawal(1, 60n, { nonce: 7 }))).rejects.toThrow('throttled');
  expect(await answerTo(withdrawal(1, 60n, { nonce: 8 }))).toBe('signed');
});

test('keeps its log across a crash that cut a line short', async () => {
  await signer.sign(withdrawal(1, 60n));
  memory.close();
  appendFileSync(join(folder, 'signed.jsonl'), '{"purpose":"withdr');
  open();
  expect(await answerTo(withdrawal(1, 61n))).toBe('a different payment is already signed for this reference');
  await signer.sign(withdrawal(2, 60n));
  memory.close();
  open();
  const kept = [1, 2].flatMap((reference) => memory.evm('ETH').of({ purpose: 'withdrawal', reference }));
  expect(kept.map(({ reference }) => reference)).toEqual([1, 2]);
});

test('refuses decisions from before a return to review, also after a restart', async () => {
  const decided = { chain: 'ETH', address: bob, amount: 60n, ...usdt };
  const asked = (number: number): EvmRequest => ({
    ...withdrawal(1, 60n),
    withdrawal: authorizedOrder(1, { ...decided, number }),
  });
  const sentBack = () => createRevocations({ memory, macKey });
  const note = (claim: Parameters<typeof authorizedOrder>[1]) => () => sentBack().note(1, authorizedOrder(1, claim));
  // Neither a payment authorization nor another withdrawal's proof is accepted.
  expect(note({ ...decided, number: 3 })).toThrow(SigningRefused);
  expect(() => sentBack().note(1, authorizedOrder(2, { ...decided, decision: undecided, number: 3 }))).toThrow(
    SigningRefused,
  );
  note({ ...decided, decision: undecided, number: 3 })();
  note({ ...decided, decision: undecided, number: 1 })();
  for (const restart of [false, true]) {
    if (restart) {
      memory.close();
      open();
    }
    expect(sentBack().of(1)).toBe(3);
    expect(await answerTo(asked(2))).toBe('this withdrawal has returned to review since this decision');
  }
  expect(await answerTo(asked(4))).toBe('signed');
  expect(await answerTo(asked(2))).toBe('this withdrawal has returned to review since this decision');
});

describe('the keystore', () => {
  test('opens only with its password, is readable only by its owner, and is never overwritten', async () => {
    const file = join(folder, 'keystore.json');
    await createKeystore(file, 'a password of some length');
    const opened = await openKeystore(file, 'a password of some length');
    expect(opened).toHaveLength(32);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toContain(Buffer.from(opened).toString('hex'));
    await expect(openKeystore(file, 'another password')).rejects.toThrow(KeystoreLocked);
    await expect(createKeystore(file, 'a password of some length')).rejects.toThrow('EEXIST');
    const { cost, ...content } = JSON.parse(readFileSync(file, 'utf8')) as { cost: number; sealed: string };
    expect(cost).toBe(2 ** 17);
    // As an earlier version wrote it.
    writeFileSync(file, JSON.stringify(content));
    expect(await openKeystore(file, 'a password of some length')).toEqual(opened);
    const changed = content.sealed.replace(/^../, (byte) => (byte === '00' ? '01' : '00'));
    writeFileSync(file, JSON.stringify({ ...content, sealed: changed }));
    await expect(openKeystore(file, 'a password of some length')).rejects.toThrow(KeystoreLocked);
  });
});
