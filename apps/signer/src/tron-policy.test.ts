import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hotKey, type KeyRef, readSignedTron, tronAddress, tronDigits, TronPublicKeys } from '@fft/chains';
import { recoverAddress } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyRingOf } from './key-ring.ts';
import { SigningMemory } from './memory.ts';
import { SigningRefused } from './signed.ts';
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
const limits = { amounts: { [usdt]: { one: 100n, day: 250n } }, feeMax: 1_000n, gasMax: 50n, cold };
const start = 1_700_000_000_000;

let folder: string;
let now: number;
let memory: SigningMemory;
let signer: Signer<TronRequest>;

function open(): void {
  memory = new SigningMemory(join(folder, 'signed.jsonl'));
  signer = createTronSigner({ keys, memory, limits, now: () => now });
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

type Part = readonly [field: number, value: bigint | Buffer];

/** A message in protocol buffers, as a node makes it. */
function messageOf(parts: readonly Part[]): Buffer {
  const number = (value: bigint): number[] =>
    value < 128n ? [Number(value)] : [Number(value & 127n) | 128, ...number(value >> 7n)];
  return Buffer.concat(
    parts.flatMap(([field, value]) =>
      typeof value === 'bigint'
        ? [Buffer.from([...number(BigInt(field * 8)), ...number(value)])]
        : [Buffer.from([...number(BigInt(field * 8 + 2)), ...number(BigInt(value.length))]), value],
    ),
  );
}

interface Made {
  readonly owner?: string;
  readonly token?: string | null;
  readonly to?: string;
  readonly amount?: bigint;
  readonly feeLimit?: bigint;
  readonly lifeMs?: number;
  readonly block?: number;
}

function made(options: Made = {}): string {
  const { owner = hot, token = usdt, to = bob, amount = 60n, feeLimit = 900n, lifeMs = 60_000, block = 1 } = options;
  const [from, recipient] = [owner, to].map((text) => Buffer.from(`41${tronDigits(text)}`, 'hex')) as [Buffer, Buffer];
  const words = (tronDigits(to) ?? '').padStart(64, '0') + amount.toString(16).padStart(64, '0');
  const call: Part[] = [
    [1, from],
    [2, Buffer.from(`41${tronDigits(token ?? '')}`, 'hex')],
    [4, Buffer.from(`a9059cbb${words}`, 'hex')],
  ];
  const inner: Part[] =
    token === null
      ? [
          [1, from],
          [2, recipient],
          [3, amount],
        ]
      : call;
  const kind = token === null ? 'TransferContract' : 'TriggerSmartContract';
  const wrapped = messageOf([
    [1, Buffer.from(`type.googleapis.com/protocol.${kind}`)],
    [2, messageOf(inner)],
  ]);
  const contract = messageOf([
    [1, token === null ? 1n : 31n],
    [2, wrapped],
  ]);
  const raw: Part[] = [
    [1, Buffer.from([block, block])],
    [8, BigInt(now + lifeMs)],
    [11, contract],
  ];
  return messageOf(token === null ? raw : [...raw, [18, feeLimit]]).toString('hex');
}

const withdrawal = (reference: number, options: Made = {}): TronRequest => ({
  key: hotKey,
  purpose: 'withdrawal',
  reference,
  transaction: made(options),
});

/** Why it isn't signed, or that it was. */
async function answerTo(request: TronRequest): Promise<string> {
  try {
    await signer.sign(request);
    return 'signed';
  } catch (error) {
    if (error instanceof SigningRefused) return error.message;
    throw error;
  }
}

test('signs a payment, so that the chain takes it, and the same again', async () => {
  const request = withdrawal(1);
  const { raw, txid } = await signer.sign(request);
  expect(readSignedTron(raw)).toMatchObject({ owner: hot, token: usdt, to: bob, amount: 60n });
  const [r, s, recovery] = [raw.slice(-130, -66), raw.slice(-66, -2), raw.slice(-2)];
  const signature = { r: `0x${r}`, s: `0x${s}`, yParity: Number(recovery) } as const;
  const by = await recoverAddress({ hash: `0x${txid}`, signature });
  expect(by.toLowerCase()).toBe(`0x${tronDigits(hot)}`);
  memory.close();
  open();
  expect(await signer.sign(request)).toEqual({ raw, txid });
});

test.each([
  ['not exactly one payment', { token: usdt }, '00'],
  ['made for another owner', { owner: bob }, ''],
  ['more than one payment may be', { token: bob }, ''],
  ['more than one payment may be', { amount: 101n }, ''],
  ['more than one payment may be', { token: null }, ''],
  ['it may burn too much', { feeLimit: 1_001n }, ''],
  ['it may burn too much', { feeLimit: 0n }, ''],
  ['it ends too late, or has ended', { lifeMs: 600_001 }, ''],
  ['it ends too late, or has ended', { lifeMs: 0 }, ''],
  ['the hot wallet pays, and not itself', { to: hot }, ''],
] as const)('refuses: %s', async (reason, options, behind) => {
  const request = withdrawal(1, options);
  expect(await answerTo({ ...request, transaction: request.transaction + behind })).toBe(reason);
});

test('a second one for the same is signed when the first can not land any more, pays the same, and counts against the day', async () => {
  expect(await answerTo(withdrawal(1, { amount: 100n }))).toBe('signed');
  now += 119_000;
  expect(await answerTo(withdrawal(1, { amount: 100n, block: 2 }))).toBe('what was signed for this can still land');
  now += 1_000;
  expect(await answerTo(withdrawal(1, { amount: 99n, block: 2 }))).toBe('something else was signed for this');
  expect(await answerTo(withdrawal(1, { to: cold, amount: 100n, block: 2 }))).toBe(
    'something else was signed for this',
  );
  expect(await answerTo(withdrawal(1, { amount: 100n, block: 2 }))).toBe('signed');
  expect(await answerTo(withdrawal(2, { amount: 51n }))).toBe('more than a day may be');
  expect(await answerTo(withdrawal(2, { amount: 50n }))).toBe('signed');
});

test('keys pay where they may: deposits to the hot wallet, TRX for it, the surplus to the cold one', async () => {
  const from = addresses.addressOf(deposit);
  const sweep = (options: Made): TronRequest => ({
    key: deposit,
    purpose: 'sweep',
    reference: 1,
    transaction: made({ owner: from, amount: 10n ** 12n, ...options }),
  });
  expect(await answerTo(sweep({}))).toBe('a sweep goes from a deposit address to the hot wallet');
  expect(await answerTo(sweep({ to: hot }))).toBe('signed');
  const gas = (options: Made): TronRequest => ({
    ...withdrawal(1, { token: null, to: from, ...options }),
    purpose: 'gas',
  });
  expect(await answerTo(gas({ amount: 51n }))).toBe('too much for gas');
  expect(await answerTo(gas({ token: usdt, amount: 1n }))).toBe('too much for gas');
  expect(await answerTo(gas({ amount: 50n }))).toBe('signed');
  expect(await answerTo({ ...withdrawal(1), purpose: 'cold' })).toBe('not the cold wallet');
  expect(await answerTo({ ...withdrawal(1, { to: cold, amount: 10n ** 12n }), purpose: 'cold' })).toBe('signed');
});
