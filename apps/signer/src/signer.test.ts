import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callOf, hotKey, type Payment, PublicKeys } from '@fft/chains';
import { keccak256, parseTransaction, recoverTransactionAddress, serializeTransaction, type Hex } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createKeystore, KeystoreLocked, openKeystore } from './keystore.ts';
import { SigningMemory } from './memory.ts';
import type { EvmRequest } from './evm-policy.ts';
import { SigningRefused } from './signed.ts';
import { keyRingOf } from './key-ring.ts';
import { createEvmSigner, evmAccountOf, type Signer } from './signer.ts';

const seed = Uint8Array.from({ length: 32 }, (_, index) => index + 1);
const keys = keyRingOf(evmAccountOf(seed));
const addresses = new PublicKeys(keys.xpub);
const hot = addresses.addressOf(hotKey);
const token = '0x000000000000000000000000000000000000700c';
const bob = '0x0000000000000000000000000000000000000b0b';
const limits = {
  chainId: 31_337,
  amounts: { native: { one: 10n, day: 25n }, [token.toLowerCase()]: { one: 100n, day: 250n } },
  feeMax: 10n ** 16n,
  gasMax: 1_000n,
  cold: '0x000000000000000000000000000000000000c01d',
};

let folder: string;
let now: number;
let signer: Signer<EvmRequest>;
let memory: SigningMemory;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fft-signer-'));
  now = 1_700_000_000_000;
  open();
});
afterEach(() => {
  memory.close();
  rmSync(folder, { recursive: true });
});

function open(): void {
  memory = new SigningMemory(join(folder, 'signed.jsonl'));
  signer = createEvmSigner({ keys, memory, limits, now: () => now });
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
    ...callOf(payment),
  });
}

const withdrawal = (reference: number, amount: bigint, changes: Changes = {}, to: Hex = bob): EvmRequest => ({
  key: hotKey,
  purpose: 'withdrawal',
  reference,
  transaction: unsigned({ token, to, amount }, { nonce: reference, ...changes }),
});

/** Why it isn't signed, or that it was. */
async function answerTo(request: EvmRequest): Promise<string> {
  try {
    await signer.sign(request);
    return 'signed';
  } catch (error) {
    if (error instanceof SigningRefused) return error.message;
    throw error;
  }
}

test('signs a payment of the hot wallet, so that the chain takes it', async () => {
  const request = withdrawal(1, 100n);
  const { raw, txid } = await signer.sign(request);
  expect(txid).toBe(keccak256(raw as Hex));
  expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(hot);
  expect(parseTransaction(raw as Hex)).toMatchObject({ to: token.toLowerCase(), nonce: 1, chainId: 31_337 });
});

describe('refuses', () => {
  test('another chain, too high a fee, and what is no single payment', async () => {
    expect(await answerTo(withdrawal(1, 1n, { chainId: 1 }))).toBe('made for chain 1');
    expect(await answerTo(withdrawal(1, 1n, { fee: 10n ** 12n }))).toBe('its gas may cost too much');
    const call = callOf({ token, to: bob, amount: 1n });
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
    expect(await answerTo({ ...withdrawal(1, 1n), transaction: altered })).toBe('not exactly one payment');
    expect(await answerTo({ ...withdrawal(1, 1n), transaction: '0x02c0' })).toBe('not a transaction');
    const legacy = serializeTransaction({ type: 'legacy', chainId: 31_337, nonce: 1, gas: 1n, gasPrice: 1n, ...call });
    expect(await answerTo({ ...withdrawal(1, 1n), transaction: legacy })).toBe('not an unsigned EIP-1559 transaction');
  });

  test('more than one payment or a day may be, and coins that are not named', async () => {
    expect(await answerTo(withdrawal(1, 101n))).toBe('more than one payment may be');
    await signer.sign(withdrawal(1, 100n));
    await signer.sign(withdrawal(2, 100n));
    expect(await answerTo(withdrawal(3, 51n))).toBe('more than a day may be');
    await signer.sign(withdrawal(4, 50n));
    now += 24 * 3_600_000 + 1;
    await signer.sign(withdrawal(5, 100n));
    const other = { ...withdrawal(6, 1n), transaction: unsigned({ token: bob, to: bob, amount: 1n }, { nonce: 6 }) };
    expect(await answerTo(other)).toBe('more than one payment may be');
  });

  test('a second payment for the same withdrawal, unless it replaces the first', async () => {
    await signer.sign(withdrawal(1, 60n));
    await signer.sign(withdrawal(1, 60n, { fee: 2n * 10n ** 9n }));
    expect(await answerTo(withdrawal(1, 60n, { nonce: 2 }))).toBe('something else was signed for this');
    expect(await answerTo(withdrawal(1, 61n))).toBe('something else was signed for this');
    expect(await answerTo(withdrawal(1, 60n, {}, '0x000000000000000000000000000000000000c0de'))).toBe(
      'something else was signed for this',
    );
    // The replacement counts once against the day.
    await signer.sign(withdrawal(2, 100n));
    expect(await answerTo(withdrawal(3, 91n))).toBe('more than a day may be');
  });

  test('a key paying where it may not', async () => {
    const deposit = { branch: 0, index: 7 } as const;
    const sweep = (to: Hex, key: EvmRequest['key'] = deposit): EvmRequest => ({
      key,
      purpose: 'sweep',
      reference: 1,
      transaction: unsigned({ token, to, amount: 10n ** 30n }),
    });
    expect(await answerTo(sweep(bob))).toBe('a sweep goes from a deposit address to the hot wallet');
    expect(await answerTo(sweep(hot, hotKey))).toBe('a sweep goes from a deposit address to the hot wallet');
    expect(await answerTo({ ...withdrawal(1, 1n), key: deposit })).toBe('the hot wallet pays, and not itself');
    expect(await answerTo(withdrawal(1, 1n, {}, hot))).toBe('the hot wallet pays, and not itself');
    expect(await answerTo({ ...withdrawal(1, 1n), purpose: 'gas' })).toBe('too much for gas');
    const gas = (amount: bigint): EvmRequest => ({
      key: hotKey,
      purpose: 'gas',
      reference: 1,
      transaction: unsigned({ token: null, to: bob, amount }),
    });
    expect(await answerTo(gas(1_001n))).toBe('too much for gas');
    await signer.sign(gas(1_000n));
    await signer.sign(sweep(hot));
    const cold = (to: Hex): EvmRequest => ({
      key: hotKey,
      purpose: 'cold',
      reference: 1,
      transaction: unsigned({ token, to, amount: 10n ** 30n }),
    });
    expect(await answerTo(cold(bob))).toBe('not the cold wallet');
    await signer.sign(cold(limits.cold as Hex));
  });
});

test('what stays in the house may be signed anew, with another amount, also in its place', async () => {
  const sweep = (amount: bigint, to: Hex = hot): EvmRequest => ({
    key: { branch: 0, index: 7 },
    purpose: 'sweep',
    reference: 1,
    transaction: unsigned({ token, to, amount }),
  });
  await signer.sign(sweep(100n));
  expect(await answerTo(sweep(90n))).toBe('signed');
  expect(await answerTo(sweep(90n, bob))).toBe('a sweep goes from a deposit address to the hot wallet');
});

test('a key that could not be used leaves nothing behind: another transaction for the same may be signed', async () => {
  const failing = { ...keys, sign: () => Promise.reject(new Error('throttled')) };
  const away = createEvmSigner({ keys: failing, memory, limits, now: () => now });
  await expect(away.sign(withdrawal(1, 60n, { nonce: 7 }))).rejects.toThrow('throttled');
  expect(await answerTo(withdrawal(1, 60n, { nonce: 8 }))).toBe('signed');
});

test('remembers across a crash, also one that cut a line short', async () => {
  await signer.sign(withdrawal(1, 60n));
  memory.close();
  appendFileSync(join(folder, 'signed.jsonl'), '{"purpose":"withdr');
  open();
  expect(await answerTo(withdrawal(1, 61n))).toBe('something else was signed for this');
  await signer.sign(withdrawal(2, 60n));
  memory.close();
  open();
  expect(memory.evm.map(({ reference }) => reference)).toEqual([1, 2]);
});

describe('the keystore', () => {
  test('opens with its password alone, for its owner alone, and is never overwritten', async () => {
    const file = join(folder, 'keystore.json');
    await createKeystore(file, 'a password of some length');
    const opened = await openKeystore(file, 'a password of some length');
    expect(opened).toHaveLength(32);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toContain(Buffer.from(opened).toString('hex'));
    await expect(openKeystore(file, 'another password')).rejects.toThrow(KeystoreLocked);
    await expect(createKeystore(file, 'a password of some length')).rejects.toThrow('EEXIST');
    const content = JSON.parse(readFileSync(file, 'utf8')) as { sealed: string };
    const changed = content.sealed.replace(/^../, (byte) => (byte === '00' ? '01' : '00'));
    writeFileSync(file, JSON.stringify({ ...content, sealed: changed }));
    await expect(openKeystore(file, 'a password of some length')).rejects.toThrow(KeystoreLocked);
  });
});
