import { Agreement } from '../../authority/agreement.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestCustody, type TestCustody } from '../../../testing/test-custody.ts';
import { createWithdrawalReview, type WithdrawalReview } from '../../funds/withdrawals/review.ts';
import type { WithdrawalRow } from '../../funds/withdrawals/withdrawal-row.ts';
import { testFourEyes, viewAndApprove } from '../../../testing/test-authority.ts';

let at: TestCustody;
let review: WithdrawalReview;
let customer: number;
let honest: WithdrawalRow;
const thief = '0x7e1f7e1f7e1f7e1f7e1f7e1f7e1f7e1f7e1f7e1f';
const bob = '0xb0bb0bb0bb0bb0bb0bb0bb0bb0bb0bb0bb0bb0bb';

beforeAll(async () => {
  at = await openTestCustody();
  const { authority, blocks, now } = at;
  review = createWithdrawalReview({
    db: at.database.db,
    authority,
    blocks,
    now,
    ...testFourEyes,
    approverDayUsdt: 500_000,
    onChange: async () => undefined,
  });
  ({ customer } = await at.newAddress());
  const deposit = { requestId: 'given', source: 'adjustments', owner: customer, kind: 'coin' } as const;
  const asset = at.directory.assetId('USDT') ?? -1;
  await at.gateway.submit({ type: 'deposit', ...deposit, asset, amount: 1_000_000_000 });
});
afterAll(() => at.close());
beforeEach(async () => {
  at.alarms.length = 0;
  honest = await at.approved({ customer, address: bob, amount: 3_000_000 });
});

const onChain = (address: `0x${string}`): Promise<bigint> => at.chain.bank.balance(at.chain.bank.usdt, address);

type Change = Partial<Omit<WithdrawalRow, 'id'>>;

async function alter(id: number, change: Change): Promise<void> {
  await at.database.db.updateTable('withdrawals').set(change).where('id', '=', id).execute();
}

/** The altered withdrawal goes back to review and pays no one; the honest one next to it is paid. */
async function expectUnpaid(row: WithdrawalRow): Promise<void> {
  const before = await onChain(bob);
  await at.advance(4);
  expect((await at.withdrawal(row.id)).state).toBe('review');
  expect(
    at.alarms.some((line) => line.includes('withdrawal.altered') && line.includes(`"withdrawal":${row.id},`)),
  ).toBe(true);
  const paid = at.database.db.selectFrom('chain_payments').selectAll().where('reference', '=', row.id);
  expect(await paid.where('purpose', '=', 'withdrawal').execute()).toEqual([]);
  expect(await onChain(thief)).toBe(0n);
  expect(await onChain(bob)).toBe(before + 3_000_000n);
  expect((await at.withdrawal(honest.id)).state).toBe('done');
}

test.each<[what: string, change: Change]>([
  ['another address', { address: thief }],
  ['a larger amount', { amount: 900_000_000 }],
  ['no fee', { fee: 0 }],
  ['a memo', { memo: 'x' }],
  ['another coin', { coin: 'ETH' }],
  ['a decision by an operator', { decision: 'operator olga' }],
  ['a later decision', { decisions: 7 }],
  ['another worth', { usdt_units: 2 }],
  ['another risk', { risks: ['newDevice'] }],
  ['another time', { time: 1 }],
  ['a MAC of nothing', { mac: '0'.repeat(64) }],
  ['no MAC, as rows of before there were MACs', { decision: null, mac: null }],
])('an approved withdrawal that got %s in the table is not paid', async (_what, change) => {
  const row = await at.approved({ customer, address: bob, amount: 5_000_000, fee: 1_000_000 });
  await alter(row.id, change);
  await expectUnpaid(row);
  await expect(viewAndApprove(review, row.id, 'olga')).rejects.toMatchObject({ name: 'withdrawalAltered' });
  await review.reject(row.id, 'olga', { zh: '无法验证', en: 'Not to be verified' });
});

test('a withdrawal whose row names another customer is not paid from their money', async () => {
  const other = await at.newAddress();
  const row = await at.approved({ customer, address: bob, amount: 5_000_000 });
  await alter(row.id, { customer: other.customer });
  await expectUnpaid(row);
  await alter(row.id, { customer });
});

test('the MAC of one withdrawal does not pay another', async () => {
  const row = await at.approved({ customer, address: bob, amount: 3_000_000, planned: 'review' });
  const { decision, mac } = honest;
  await alter(row.id, { state: 'approved', decision, mac });
  await expectUnpaid(row);
});

test('a withdrawal in review that its row calls approved is not paid', async () => {
  const row = await at.approved({ customer, address: bob, amount: 5_000_000, planned: 'review' });
  await alter(row.id, { state: 'approved' });
  await expectUnpaid(row);
  // The customer's request is unchanged, so it may still be approved: by two, since altered rows of the same day have no known worth.
  for (const name of ['oleg', 'olga']) await review.view(row.id, name);
  await expect(review.approve(row.id, 'olga')).rejects.toMatchObject({ name: 'takesTwo' });
  const { id, coin, address, decisions: number } = await at.withdrawal(row.id);
  const input = { id, customer, coin, address, number, amount: '5', fee: '0', worth: null };
  const agreed = { act: 'withdrawal', target: `withdrawal ${id}`, input, first: 'oleg', second: 'olga' } as const;
  await review.approve(id, Agreement.reach(agreed));
  const before = await onChain(bob);
  await at.advance(4);
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done', decision: 'operators oleg and olga' });
  expect((await onChain(bob)) - before).toBe(5_000_000n);
});

test('a request that its row exempts from review goes to review', async () => {
  const row = await at.approved({ customer, address: bob, amount: 5_000_000, planned: 'review' });
  await alter(row.id, { state: 'requested', planned: 'approved' });
  await at.processor.resume();
  await expectUnpaid(row);
});

const lockedBy = (time: number | null) =>
  at.database.db
    .updateTable('customers')
    .set({ locked_at: time, locked_by: time === null ? null : 'self' })
    .where('id', '=', customer)
    .execute();

describe('a withdrawal sent back to review after its approval', () => {
  test.each([
    ['over the chain', async () => bob],
    ['is not paid %s when its earlier approval is put back into its row', async () => (await at.newAddress()).address],
  ])('is not paid %s by the approval of before, put back into its row', async (_where, addressOf) => {
    const address = await addressOf();
    const row = await at.approved({ customer, address, amount: 5_000_000 });
    await lockedBy(at.now());
    await at.advance(1);
    await lockedBy(null);
    expect(await at.withdrawal(row.id)).toMatchObject({ state: 'review', risks: ['accountLocked'], decisions: 3 });
    const { decision, mac, decisions, risks } = row;
    for (const state of ['approved', 'requested'] as const) {
      at.alarms.length = 0;
      honest = await at.approved({ customer, address: bob, amount: 3_000_000 });
      await alter(row.id, { state, decision, mac, decisions, risks });
      await at.processor.resume();
      await expectUnpaid(row);
      expect(await at.withdrawal(row.id)).toMatchObject({ risks: ['altered'] });
    }
    expect(at.held(customer, 'USDT').frozen).toBeGreaterThanOrEqual(5_000_000);
    await review.reject(row.id, 'olga', { zh: '撤回', en: 'Taken back' });
    await at.processor.resume();
  });
});

test('an approved withdrawal whose money was returned is not paid', async () => {
  const row = await at.approved({ customer, address: bob, amount: 5_000_000 });
  await review.reject(row.id, 'olga', { zh: '撤回', en: 'Taken back' }, 'approved');
  await at.processor.resume();
  await alter(row.id, { state: 'approved', closed: false });
  await expectUnpaid(row);
});

test.each(['failed', 'rejected', 'done'] as const)(
  'a withdrawal in flight that its row calls %s is neither returned nor settled',
  async (state) => {
    const row = await at.approved({ customer, address: bob, amount: 5_000_000 });
    const { frozen } = at.held(customer, 'USDT');
    await at.advance(1);
    expect(await at.withdrawal(row.id)).toMatchObject({ state: 'sent' });
    at.alarms.length = 0;
    await alter(row.id, { state });
    await at.processor.resume();
    expect(at.held(customer, 'USDT').frozen).toBe(frozen);
    expect(at.alarms.join('')).toContain('withdrawal.altered');
    expect(await review.altered()).toContain(row.id);
    await alter(row.id, { state: 'sent' });
    await at.advance(4);
    expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done', closed: true });
  },
);

test('a withdrawal that no customer requested is not paid', async () => {
  const { id: _, ...copied } = honest;
  const forged = { ...copied, request_id: 'forged', address: thief };
  const row = await at.database.db.insertInto('withdrawals').values(forged).returningAll().executeTakeFirstOrThrow();
  await at.advance(4);
  expect((await at.withdrawal(row.id)).state).toBe('review');
  expect(await onChain(thief)).toBe(0n);
});

test('a withdrawal that its row calls internal credits no one', async () => {
  const other = await at.newAddress();
  const row = await at.approved({ customer, address: other.address, amount: 5_000_000, planned: 'review' });
  await alter(row.id, { state: 'sent', txid: 'internal' });
  await at.advance(4);
  expect(at.held(other.customer, 'USDT').available).toBe(0);
  expect((await at.withdrawal(row.id)).state).toBe('sent');
  expect(at.alarms.join('')).toContain('withdrawal.altered');
});
