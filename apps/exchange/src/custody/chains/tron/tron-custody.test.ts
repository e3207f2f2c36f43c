import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tronOutsider } from '../../../../testing/test-tron-chain.ts';
import {
  confirmations,
  openTestTronCustody,
  type TestTronCustody,
  tronUsdt,
} from '../../../../testing/test-tron-custody.ts';
import type { WithdrawalRow } from '../../../funds/withdrawals/index.ts';

const usdt = 1_000_000;
let at: TestTronCustody;
/** A customer with 1,000 USDT, deposited over the chain. */
let customer: number;
let deposited: string;

beforeAll(async () => {
  at = await openTestTronCustody();
  const made = await at.newAddress();
  [customer, deposited] = [made.customer, made.address];
  at.chain.pay(tronUsdt, deposited, BigInt(1_000 * usdt));
  await at.advance(confirmations * 5);
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
  at.chain.result = 'SUCCESS';
  at.chain.losesAll = false;
  at.chain.isBehind = false;
  at.chain.isAstray = false;
  at.chain.isSilent = false;
  at.chain.alter = (asked) => asked;
  at.chain.energyPrice = 210;
});

const approve = (amount: number, address = tronOutsider): Promise<WithdrawalRow> =>
  at.approved({ customer, coin: 'USDT', chain: 'TRX', address, amount });
const state = async ({ id }: WithdrawalRow): Promise<string> => (await at.withdrawal(id)).state;
const attempts = ({ id }: WithdrawalRow) =>
  at.database.db
    .selectFrom('chain_payments')
    .innerJoin('chain_attempts', 'payment', 'id')
    .select(['txid', 'cost'])
    .where('purpose', '=', 'withdrawal')
    .where('reference', '=', id)
    .execute();
const arrived = (): bigint => at.chain.balance(tronUsdt, tronOutsider);
const available = (): number => at.held(customer, 'USDT').available;

describe('deposits', () => {
  test('a deposit is seen, gains confirmations, is credited once, and is swept with TRX sent for it', async () => {
    const made = await at.newAddress();
    expect(made.address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    at.chain.pay(tronUsdt, made.address, BigInt(25 * usdt));
    const states = async () => (await at.deposits(made.customer)).map((row) => row.state);
    await at.advance();
    expect(await states()).toEqual(['seen']);
    await at.advance(confirmations - 2);
    expect(at.held(made.customer, 'USDT').available).toBe(0);
    await at.advance();
    expect(await states()).toEqual(['credited']);
    expect(at.held(made.customer, 'USDT').available).toBe(25 * usdt);
    await at.advance(confirmations * 3);
    expect(at.chain.balance(tronUsdt, made.address)).toBe(0n);
    expect((await at.deposits(made.customer)).map(({ swept }) => swept)).toEqual([true]);
    expect(at.alarms).toEqual([]);
  });

  test('tokens of another contract and payments of the hot wallet are no deposits', async () => {
    const made = await at.newAddress();
    at.chain.pay('TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9', made.address, BigInt(25 * usdt));
    await at.advance(confirmations);
    expect(await at.deposits(made.customer)).toEqual([]);
  });
});

describe('withdrawals', () => {
  test.each([
    ['recipient', { to: 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9' }],
    ['amount', { amount: 11n }],
    ['token', { token: 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9' }],
  ] as const)('a withdrawal is not signed if the node changed its %s', async (doubt, other) => {
    at.chain.alter = (asked) => ({ ...asked, ...other });
    const row = await approve(10 * usdt);
    await at.custody.tick();
    expect(await state(row)).toBe('approved');
    expect(at.alarms.join()).toContain(`does something else: ${doubt}`);
    await at.processor.move(row.id, 'rejected');
  });

  test('a withdrawal that failed on the chain is returned once that has enough confirmations', async () => {
    const before = [available(), arrived()] as const;
    at.chain.result = 'OUT_OF_ENERGY';
    const row = await approve(30 * usdt);
    await at.custody.tick();
    await at.advance(confirmations - 1);
    expect(await state(row)).toBe('sent');
    await at.advance();
    expect(await state(row)).toBe('failed');
    expect([available(), arrived()]).toEqual(before);
    expect(await attempts(row)).toMatchObject([{ cost: String(30_000 * 210) }]);
  });

  test('a lost withdrawal is built again only after its transaction has expired for good', async () => {
    const before = arrived();
    at.chain.losesAll = true;
    const row = await approve(20 * usdt);
    await at.custody.tick();
    at.chain.losesAll = false;
    await at.passTime(61_000);
    await at.advance(2);
    // It has expired, but so recently that clocks may disagree.
    expect(await attempts(row)).toHaveLength(1);
    await at.passTime(61_000);
    await at.advance(3);
    expect(await attempts(row)).toHaveLength(2);
    await at.advance(confirmations);
    expect(await state(row)).toBe('done');
    expect(arrived() - before).toBe(BigInt(20 * usdt));
  });

  test('a withdrawal that landed is not built again when a node that lags does not know it', async () => {
    const before = arrived();
    const row = await approve(20 * usdt);
    await at.custody.tick();
    at.chain.isBehind = true;
    for (let end = 1; end <= 3; end += 1) {
      await at.passTime(125_000);
      await at.advance(3);
    }
    expect([await state(row), (await attempts(row)).length]).toEqual(['sent', 1]);
    at.chain.isBehind = false;
    await at.advance();
    expect(await state(row)).toBe('done');
    expect(arrived() - before).toBe(BigInt(20 * usdt));
  });

  test('a withdrawal that only a node on a dropped block calls failed is not returned', async () => {
    const before = arrived();
    at.chain.losesAll = true;
    at.chain.isAstray = true;
    const row = await approve(20 * usdt);
    await at.custody.tick();
    await at.advance(confirmations + 1);
    expect(await state(row)).toBe('sent');
    at.chain.losesAll = false;
    at.chain.isAstray = false;
    await at.passTime(16_000);
    await at.custody.tick();
    await at.advance(confirmations);
    expect(await state(row)).toBe('done');
    expect(arrived() - before).toBe(BigInt(20 * usdt));
  });

  test('a withdrawal in a token that reports success without moving money waits for an operator and is neither completed nor returned', async () => {
    const before = [available(), arrived()] as const;
    at.chain.isSilent = true;
    const row = await approve(20 * usdt);
    await at.custody.tick();
    await at.advance(confirmations);
    expect(await state(row)).toBe('sent');
    expect([available(), arrived()]).toEqual([before[0] - 20 * usdt, before[1]]);
    expect(at.alarms.join()).toContain('the token does not report a payment');
  });

  test('a withdrawal that never lands is returned once none of its transactions can land any more', async () => {
    const before = [available(), arrived()] as const;
    at.chain.losesAll = true;
    const row = await approve(20 * usdt);
    await at.custody.tick();
    for (let end = 1; end <= 2; end += 1) {
      await at.passTime(125_000);
      await at.advance(3);
      expect(await attempts(row)).toHaveLength(end + 1);
      expect([end, await state(row), available()]).toEqual([end, 'sent', before[0] - 20 * usdt]);
    }
    await at.passTime(125_000);
    await at.advance(3);
    expect(await state(row)).toBe('failed');
    expect([available(), arrived()]).toEqual(before);
  });

  test('a withdrawal waits while it would burn more than its limit', async () => {
    at.chain.energyPrice = 2_000;
    const row = await approve(20 * usdt);
    await at.custody.tick();
    expect(await state(row)).toBe('approved');
    expect(at.alarms.join()).toContain('its fee is above the maximum');
    at.chain.energyPrice = 210;
    await at.passTime(61_000);
    await at.advance(confirmations + 1);
    expect(await state(row)).toBe('done');
  });
});

test('the money held covers the money owed, including the coin’s holdings on other chains', async () => {
  const [line] = await at.custody.checkSolvency();
  expect(line).toMatchObject({ chain: 'TRX', coin: 'USDT', elsewhere: 0n });
  expect(at.custody.isShort).toBe(false);
  const { hot } = at.custody;
  const all = at.chain.balance(tronUsdt, hot);
  at.chain.give(tronUsdt, hot, -all);
  await at.custody.checkSolvency();
  expect(at.custody.isShort).toBe(true);
  await at.database.db
    .insertInto('custody_holdings')
    .values({ chain: 'ETH', coin: 'USDT', held: '20000.5', time: at.now() })
    .execute();
  const [again] = await at.custody.checkSolvency();
  expect(again).toMatchObject({ elsewhere: 20_000_500_000n });
  expect(at.custody.isShort).toBe(false);
  at.chain.give(tronUsdt, hot, all);
});
