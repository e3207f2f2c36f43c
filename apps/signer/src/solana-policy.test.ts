import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  hotKey,
  type KeyRef,
  readSignedSolana,
  solanaMessageOf,
  SolanaPrivateKeys,
  SolanaPublicKeys,
  tokenAccountOf,
} from '@fft/chains';
import { bytesToHex } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { solanaKeyRingOf } from './key-ring.ts';
import { createSolanaSigner, type Signer } from './signer.ts';
import { SigningLog } from './signing-log.ts';
import { SigningRefused } from './signing-record.ts';
import type { SolanaRequest } from './solana-policy.ts';
import { authorizedOrder, macKey } from '../testing/test-authorization.ts';

const keys = solanaKeyRingOf(new Uint8Array(32).fill(1));
const addresses = new SolanaPublicKeys(keys.xpub, keys.hot);
const hot = addresses.addressOf(hotKey);
const deposit: KeyRef = { branch: 0, index: 7 };
const depositAddress = addresses.addressOf(deposit);
const outside = new SolanaPublicKeys(new SolanaPrivateKeys(new Uint8Array(32).fill(2)).xpub);
const [bob, cold, eve] = [1, 2, 3].map((index) => outside.addressOf({ branch: 0, index })) as [string, string, string];
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const other = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';
const rent = 2_039_280n;
const limits = {
  native: { one: 1_000n, day: 2_500n },
  amounts: { [usdc]: { one: 100n, day: 250n, coin: 'USDC', decimals: 6 } },
  maxFee: rent + 20_000n,
  budgets: { fee: { day: 3n * rent, address: 25_000n }, gas: { day: 0n, address: 0n } },
  cold,
};
const start = 1_700_000_000_000;
const hash = (byte: number): string => outside.addressOf({ branch: 1, index: byte });

let folder: string;
let now: number;
let memory: SigningLog;
let signer: Signer<SolanaRequest>;

function open(): void {
  memory = new SigningLog(join(folder, 'signed.jsonl'));
  signer = createSolanaSigner({ keys, macKey, memory, limits, now: () => now });
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

interface Parts {
  readonly key?: KeyRef;
  readonly feePayer?: string;
  readonly owner?: string;
  readonly mint?: string | null;
  readonly decimals?: number;
  readonly to?: string;
  readonly amount?: bigint;
  readonly blockhash?: string;
  readonly unitPrice?: bigint;
  readonly opensAccount?: boolean;
}

/** A request whose bytes do what it says, unless `bytes` says otherwise. */
function made(purpose: SolanaRequest['purpose'], reference: number, parts: Parts = {}, bytes: Parts = {}) {
  const { key = hotKey, mint = usdc, to = bob, amount = 60n } = parts;
  const all = {
    feePayer: hot,
    owner: parts.owner ?? addresses.addressOf(key),
    to: bob,
    amount: 60n,
    ...parts,
    ...bytes,
  };
  const { mint: paid = usdc, opensAccount = false, blockhash = hash(0), decimals = 6 } = all;
  // Payments differ, as equal ones would be one transaction.
  const { unitPrice = BigInt(reference) } = all;
  const transaction = solanaMessageOf(
    {
      feePayer: all.feePayer,
      owner: all.owner,
      token: paid === null ? null : { mint: paid, decimals },
      to: all.to,
      amount: all.amount,
    },
    { blockhash, unitLimit: 1_000, unitPrice, opensAccount },
  );
  const request = { key, purpose, reference, payment: { mint, to, amount } };
  return { ...request, transaction: bytesToHex(transaction).slice(2) };
}

function withdrawal(reference: number, parts: Parts = {}, bytes: Parts = {}): SolanaRequest {
  const { mint = usdc, to = bob, amount = 60n } = parts;
  const coin = mint === null ? { coin: 'SOL', decimals: 9 } : { coin: 'USDC', decimals: 6 };
  const decided = authorizedOrder(reference, { chain: 'SOL', address: to, amount, ...coin });
  return { ...made('withdrawal', reference, parts, bytes), withdrawal: decided };
}

const expectRefused = async (request: SolanaRequest, reason: string): Promise<void> => {
  const signing = signer.sign(request);
  await expect(signing).rejects.toBeInstanceOf(SigningRefused);
  await expect(signing).rejects.toThrow(reason);
};

describe('what is signed', () => {
  test('a withdrawal of a token and one of SOL, by the hot wallet alone', async () => {
    for (const request of [withdrawal(1, { opensAccount: true }), withdrawal(2, { mint: null, amount: 900n })]) {
      const { raw, txid } = await signer.sign(request);
      const signed = readSignedSolana(raw);
      expect(signed?.txid).toBe(txid);
      expect(signed && bytesToHex(signed.message).slice(2)).toBe(request.transaction);
      expect(signer.signedFor(request.reference)).toEqual([[txid]]);
    }
  });

  test('a sweep, whose fee the hot wallet pays: both sign', async () => {
    const { raw } = await signer.sign(made('sweep', 1, { key: deposit, to: hot }));
    expect(readSignedSolana(raw)).not.toBeNull();
    expect(raw.slice(0, 2)).toBe('02');
  });

  test('a surplus for the cold wallet', async () => {
    await expect(signer.sign(made('cold', 1, { to: cold, amount: 10_000n }))).resolves.toBeDefined();
    await expectRefused(made('cold', 2), 'not the cold wallet');
  });
});

describe('bytes', () => {
  test.each<[string, Parts, string]>([
    ['another fee payer', { feePayer: eve }, 'fee payer'],
    ['another owner', { owner: eve }, 'owner'],
    ['another token', { mint: other }, 'another token'],
    ['SOL', { mint: null }, 'another token'],
    ['another number of decimals', { decimals: 9 }, 'another token'],
    ['another recipient', { to: eve }, 'another recipient'],
    ['another amount', { amount: 61n }, 'another amount'],
  ])('with %s are refused', async (_, bytes, reason) => {
    await expectRefused(withdrawal(1, {}, bytes), reason);
    expect(signer.signedFor(1)).toEqual([]);
  });

  test.each([
    ['nothing', ''],
    ['a version', '80'],
  ])('with %s before the message are refused', async (name, before) => {
    const { transaction, ...request } = withdrawal(1);
    await expectRefused(
      { ...request, transaction: name === 'nothing' ? '00' : before + transaction },
      'not exactly one',
    );
  });

  test('that go on after the message are refused', async () => {
    const { transaction, ...request } = withdrawal(1);
    await expectRefused({ ...request, transaction: `${transaction}00` }, 'not exactly one payment');
  });
});

describe('reasons', () => {
  test('a withdrawal needs the authorization of exactly this payment', async () => {
    const { withdrawal: _, ...without } = withdrawal(1);
    await expectRefused(without, 'no valid authorization');
    for (const parts of [{ to: eve }, { amount: 61n }, { mint: null }])
      await expectRefused({ ...made('withdrawal', 1, parts), withdrawal: withdrawal(1).withdrawal }, 'differs from');
    await expectRefused({ ...withdrawal(1), reference: 2 }, 'no valid authorization');
  });

  test('tokens that are not listed, and recipients where money is lost, are refused', async () => {
    await expectRefused(withdrawal(1, { mint: other }), 'not listed');
    await expectRefused(withdrawal(1, { to: usdc }), 'a token or an account');
    await expectRefused(withdrawal(1, { mint: null, to: tokenAccountOf(hot, usdc) }), 'a token or an account');
    await expectRefused(withdrawal(1, { to: hot }), 'not to a hot wallet');
  });

  test.each<[string, SolanaRequest, string]>([
    ['a sweep to someone else', made('sweep', 1, { key: deposit }), 'from a deposit address to the hot wallet'],
    ['a sweep of the hot wallet', made('sweep', 1, { to: hot }), 'from a deposit address'],
    ['a withdrawal from a deposit address', withdrawal(1, { key: deposit }), 'only the hot wallet pays'],
    ['gas', { ...made('gas', 1, { mint: null, to: depositAddress }), deposit: 7 }, 'gas'],
    ['an allowance', made('allowance', 1), 'the contract that pays batches'],
    ['a rotation of the hot wallet', made('rotation', 1, { to: hot }), 'rotation'],
    ['an unknown hot wallet', made('withdrawal', 1, { key: { branch: 1, index: 1 }, owner: hot }), 'the key'],
  ])('%s is refused', async (_, request, reason) => {
    await expectRefused(request, reason);
  });
});

describe('limits', () => {
  test('of one payment and of a day, by coin', async () => {
    await expectRefused(withdrawal(1, { amount: 101n }), 'limit of one payment');
    await expectRefused(withdrawal(1, { mint: null, amount: 1_001n }), 'limit of one payment');
    for (const reference of [1, 2]) await signer.sign(withdrawal(reference, { amount: 100n }));
    await expectRefused(withdrawal(3, { amount: 51n }), 'daily limit');
    await expect(signer.sign(withdrawal(3, { amount: 50n }))).resolves.toBeDefined();
    await expect(signer.sign(withdrawal(4, { mint: null, amount: 1_000n }))).resolves.toBeDefined();
    now += 86_400_001;
    await expect(signer.sign(withdrawal(5, { amount: 100n, blockhash: hash(5) }))).resolves.toBeDefined();
  });

  test('of fees, which include the rent of opened accounts', async () => {
    await expectRefused(withdrawal(1, { unitPrice: 1_000_000_000_000n }), 'fee is too high');
    for (const reference of [1, 2]) await signer.sign(withdrawal(reference, { opensAccount: true, amount: 1n }));
    await expectRefused(withdrawal(3, { opensAccount: true, amount: 1n }), 'daily fee budget');
    await expect(signer.sign(withdrawal(4, { amount: 1n }))).resolves.toBeDefined();
  });

  test('of fees for sweeps of one address', async () => {
    for (const reference of [1, 2]) await signer.sign(made('sweep', reference, { key: deposit, to: hot, amount: 1n }));
    await expectRefused(
      made('sweep', 3, { key: deposit, to: hot, amount: 1n, blockhash: hash(9) }),
      'of a deposit address',
    );
  });
});

describe('repetition', () => {
  test('the same bytes are signed again, also after a restart, and count once', async () => {
    const first = await signer.sign(withdrawal(1, { amount: 100n }));
    memory.close();
    open();
    expect(await signer.sign(withdrawal(1, { amount: 100n }))).toEqual(first);
    await signer.sign(withdrawal(2, { amount: 100n, blockhash: hash(2) }));
    await expect(signer.sign(withdrawal(3, { amount: 50n }))).resolves.toBeDefined();
  });

  test('one transaction is not signed for two payments', async () => {
    await signer.sign(withdrawal(1, { unitPrice: 9n }));
    await expectRefused(withdrawal(2, { unitPrice: 9n }), 'for another payment');
    memory.close();
    open();
    await expectRefused(withdrawal(2, { unitPrice: 9n }), 'for another payment');
  });

  test('another transaction for a payment waits until the first has expired, pays the same, and counts again', async () => {
    await signer.sign(withdrawal(1, { amount: 100n }));
    const again = withdrawal(1, { amount: 100n, blockhash: hash(1) });
    now += 119_999;
    await expectRefused(again, 'has not expired');
    now += 1;
    await expectRefused(withdrawal(1, { amount: 99n, blockhash: hash(1) }), 'a different payment');
    await expect(signer.sign(again)).resolves.toBeDefined();
    await expectRefused(withdrawal(2, { amount: 51n }), 'daily limit');
  });
});
