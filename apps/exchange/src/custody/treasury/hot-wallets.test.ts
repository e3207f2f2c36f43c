import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { openTestKms, type TestKms } from '@fft/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmations, ether, openTestCustody, type TestCustody } from '../../../testing/test-custody.ts';
import {
  openTestLitecoinCustody,
  outsideAddress,
  type TestLitecoinCustody,
} from '../../../testing/test-litecoin-custody.ts';
import type { Custody } from '../custody.ts';
import { SignerUnavailable } from '../payments/signer-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'fft-kms-'));
let kms: TestKms;
let sealing: string;
beforeAll(async () => {
  kms = await openTestKms();
  sealing = kms.createSealingKey();
});
afterAll(async () => {
  await kms.close();
  rmSync(folder, { recursive: true });
});

/** Settings of a signer whose seed is encrypted by the KMS, with these hot wallets. */
const inKms = (chain: 'ETH' | 'LTC', ...hot: string[]): Record<string, string> => ({
  SIGNER_KMS_URL: kms.url,
  SIGNER_KMS_SEED: join(folder, `seed-of-${chain}.json`),
  SIGNER_KMS_SEED_KEY: sealing,
  SIGNER_KMS_HOT: JSON.stringify({ [chain]: hot }),
});
const heldOf = async (custody: Custody, coin: string): Promise<bigint> => {
  const line = (await custody.checkSolvency()).find((one) => one.coin === coin);
  return line?.held ?? 0n;
};

/* The runbook of docs/custody.md, gone through: from a keystore to a KMS, and from one key there to the next, while deposits come and withdrawals are on their way. */

describe('on an EVM chain', () => {
  const recipient = '0x00000000000000000000000000000000000abcde';
  const small = recipient.toLowerCase() as `0x${string}`;
  let at: TestCustody;
  let customer: { customer: number; address: `0x${string}` };
  let first: string;
  let former: `0x${string}`;
  beforeAll(async () => {
    at = await openTestCustody();
    former = at.hot;
    first = kms.createKey();
    customer = await at.newAddress();
    await at.pay(at.chain.bank.usdt, customer.address, 1_000_000_000n);
    await at.advance(confirmations * 5);
  });
  afterAll(() => at.close());
  const usdtAt = (address: `0x${string}`): Promise<bigint> => at.chain.bank.balance(at.chain.bank.usdt, address);

  test('a move of the hot wallet into a KMS lands pending payments, empties the old wallet and loses nothing', async () => {
    const [before, held] = [at.hot, await heldOf(at.custody, 'USDT')];
    const waiting = await at.approved({ customer: customer.customer, address: recipient, amount: 40_000_000 });
    await at.custody.tick();
    await at.pay(at.chain.bank.usdt, customer.address, 7_000_000n);
    await at.restartSigner(inKms('ETH', 'seed', first));
    expect(at.hot).not.toBe(before);
    await at.advance(confirmations * 6);
    expect((await at.withdrawal(waiting.id)).state).toBe('done');
    expect(await usdtAt(before)).toBe(0n);
    // A remainder worth a few transactions' fees may stay.
    expect(await at.chain.bank.balance(null, before)).toBeLessThan(ether / 1_000n);
    expect(await usdtAt(at.hot)).toBe(held - 40_000_000n + 7_000_000n);
    expect(at.held(customer.customer, 'USDT').available).toBe(967_000_000);
    expect(at.alarms).toEqual([]);
  });

  test('a small amount sent to the old hot wallet stays there', async () => {
    await at.pay(at.chain.bank.usdt, former, 900_000n);
    await at.advance(confirmations * 2);
    expect(await usdtAt(former)).toBe(900_000n);
  });

  test('a withdrawal signed by the KMS lands', async () => {
    const arrived = await usdtAt(small);
    const asked = kms.asked.length;
    const row = await at.approved({ customer: customer.customer, address: recipient, amount: 10_000_000 });
    await at.custody.tick();
    expect(kms.asked.slice(asked)).toEqual(['Sign']);
    await at.advance(confirmations);
    expect((await at.withdrawal(row.id)).state).toBe('done');
    const { txid } = await at.withdrawal(row.id);
    expect((await at.node.getTransaction({ hash: txid as `0x${string}` })).from).toBe(at.hot);
    expect((await usdtAt(small)) - arrived).toBe(10_000_000n);
  });

  test('withdrawals wait and operators get an alarm while the KMS key is disabled, and deposits continue', async () => {
    const key = kms.createKey();
    await at.restartSigner(inKms('ETH', 'seed', first, key));
    await at.advance(confirmations * 4);
    kms.setState(key, 'Disabled');
    const row = await at.approved({ customer: customer.customer, address: recipient, amount: 1_000_000 });
    await at.pay(at.chain.bank.usdt, customer.address, 5_000_000n);
    for (let block = 0; block < confirmations; block += 1) {
      await at.mine();
      await expect(at.custody.tick()).rejects.toThrow(SignerUnavailable);
    }
    await expect(at.custody.tick()).rejects.toThrow(
      `the KMS does not allow this key to be used (Sign: DisabledException ${key}`,
    );
    expect((await at.withdrawal(row.id)).state).toBe('approved');
    expect(at.held(customer.customer, 'USDT').available).toBe(962_000_000 - 1_000_000);
    kms.setState(key, 'Enabled');
    await at.restart();
    await at.advance(confirmations + 1);
    expect((await at.withdrawal(row.id)).state).toBe('done');
  });

  test('a signer that lost a hot wallet is not trusted', async () => {
    await expect(at.restartSigner(inKms('ETH', kms.createKey()))).rejects.toThrow('its list only grows');
  });
});

describe('on Litecoin', () => {
  const coin = 100_000_000;
  let at: TestLitecoinCustody;
  let customer: { customer: number; address: string };
  beforeAll(async () => {
    at = await openTestLitecoinCustody();
    customer = await at.newAddress();
    for (const amount of [30, 20]) await at.chain.outsider.pay(customer.address, BigInt(amount * coin));
    await at.chain.outsider.pay(at.custody.hot, BigInt(10 * coin));
    await at.advance(confirmations);
  });
  afterAll(() => at.close());

  test('the KMS signs withdrawals, and no coin stays at a former hot wallet', async () => {
    const { db } = at.database;
    const [before, held] = [at.custody.hot, await heldOf(at.custody, 'LTC')];
    const withdraw = (address: string, amount: number) =>
      at.approved({ customer: customer.customer, coin: 'LTC', chain: 'LTC', address, amount });
    const waiting = await withdraw(outsideAddress(1), 25 * coin);
    await at.custody.tick();
    const [first, second] = [kms.createKey(), kms.createKey()];
    await at.restartSigner(inKms('LTC', 'seed', first));
    await at.advance(confirmations * 3);
    expect((await at.withdrawal(waiting.id)).state).toBe('done');
    const asked = kms.asked.length;
    // More than customers' coins: it spends some of the hot wallet's, too.
    const row = await withdraw(outsideAddress(2), 22 * coin);
    await at.advance(confirmations + 1);
    expect((await at.withdrawal(row.id)).state).toBe('done');
    expect(kms.asked.slice(asked)).toContain('Sign');
    await at.restartSigner(inKms('LTC', 'seed', first, second));
    await at.advance(confirmations * 3);
    expect(at.custody.hot).not.toBe(before);
    const there = await db
      .selectFrom('utxo_coins')
      .select(['branch', 'key_index', 'amount'])
      .where('height', 'is not', null)
      .where('spent_height', 'is', null)
      .execute();
    expect(new Set(there.filter(({ branch }) => branch === 1).map(({ key_index }) => key_index))).toEqual(new Set([2]));
    const paid = await db.selectFrom('chain_payments').select('cost').execute();
    const cost = paid.reduce((sum, one) => sum + BigInt(one.cost ?? 0), 0n);
    expect(await heldOf(at.custody, 'LTC')).toBe(held - BigInt(47 * coin) - cost);
    expect(at.alarms).toEqual([]);
    // A move would cost more than the permitted part of it.
    await at.chain.outsider.pay(before, 6_000n);
    await at.advance(confirmations * 2);
    const left = await db
      .selectFrom('utxo_coins')
      .select('amount')
      .where('branch', '=', 1)
      .where('key_index', '=', 0)
      .where('spent_by', 'is', null)
      .execute();
    expect(left).toEqual([{ amount: 6_000 }]);
  });
});
