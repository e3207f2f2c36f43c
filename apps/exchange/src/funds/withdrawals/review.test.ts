import { calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '../../audit/audit.ts';
import { testAuthority, testBlocks } from '../../../testing/test-authority.ts';
import { refusal, startTestWithdrawals, type TestWithdrawals } from '../../../testing/test-withdrawals.ts';
import { createWithdrawalReview, type WithdrawalReview } from './review.ts';

let setup: TestWithdrawals;
let review: WithdrawalReview;
let notified: string[];

beforeAll(async () => {
  setup = await startTestWithdrawals();
  notified = [];
  const { db } = setup.money.exchange.database;
  const authority = testAuthority();
  review = createWithdrawalReview({
    db,
    authority,
    blocks: testBlocks(authority),
    approverDayUsdt: 500_000,
    now: () => setup.money.clock.time,
    onChange: async (_transaction, { id, state }) => {
      notified.push(`${id} ${state}`);
    },
  });
});
afterAll(() => setup.money.exchange.stop());

test('only withdrawals in review wait', async () => {
  const { anna } = setup;
  await setup.withdraw(anna, setup.request(anna, '10'));
  const large = await setup.withdraw(anna, setup.request(anna, '20000'));
  expect((await review.waiting()).map(({ id, usdt_units }) => [String(id), usdt_units])).toEqual([
    [large.id, 20_000_000_000],
  ]);
});

test('an approval is recorded with its operator, and the customer can no longer cancel', async () => {
  const { anna } = setup;
  const [row] = await review.waiting();
  const id = row?.id ?? 0;
  await review.approve(id, 'olga');
  expect(await anna.call(calls.withdrawals.detail, { id: String(id) })).toMatchObject({ state: 'approved' });
  await refusal(anna.call(calls.withdrawals.cancel, { id: String(id) }));
  await expect(review.approve(id, 'olga')).rejects.toThrow(`withdrawal ${id} is not in review`);
  await expect(review.reject(id, 'olga', { zh: '一', en: 'x' })).rejects.toThrow('is not in review');
  const [act] = await readAudit(setup.money.exchange.database.db, { limit: 1 });
  expect(act).toMatchObject({ operator: 'olga', act: 'withdrawal.approve', target: `withdrawal ${id}` });
  expect(notified).toEqual([`${id} approved`]);
});

test('an approved withdrawal that cannot be paid can be rejected, unless something is signed for it', async () => {
  const { li } = setup;
  const { db } = setup.money.exchange.database;
  const before = await setup.usdt(li);
  const id = Number((await setup.withdraw(li, setup.request(li, '20000'))).id);
  await review.approve(id, 'olga');
  const payment = await db
    .insertInto('chain_payments')
    .values({
      chain: 'TRX',
      purpose: 'withdrawal',
      reference: id,
      branch: 1,
      key_index: 0,
      nonce: null,
      coin: 'USDT',
      recipient: 'T',
      amount: '1',
      state: 'signed',
      time: 1,
      updated: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const reason = { zh: '无法支付', en: 'It cannot be paid' };
  for (const from of ['review', 'approved'] as const)
    await expect(review.reject(id, 'olga', reason, from)).rejects.toThrow('is not in review');
  await db.updateTable('chain_payments').set({ state: 'reserved' }).where('id', '=', payment.id).execute();
  await review.reject(id, 'olga', reason, 'approved');
  expect(await li.call(calls.withdrawals.detail, { id: String(id) })).toMatchObject({ state: 'rejected' });
  const [act] = await readAudit(db, { limit: 1 });
  expect(act).toMatchObject({ act: 'withdrawal.reject', before: { state: 'approved' } });
  await db.deleteFrom('chain_payments').where('id', '=', payment.id).execute();
  await setup.money.exchange.restart();
  expect(await setup.usdt(li)).toEqual(before);
});

test('a rejected withdrawal’s money returns at the next resume, with the reason shown', async () => {
  const { li } = setup;
  const before = await setup.usdt(li);
  const { id } = await setup.withdraw(li, setup.request(li, '20000'));
  await review.reject(Number(id), 'olga', { zh: '地址存在风险', en: 'The address is known for fraud' });
  expect(await li.call(calls.withdrawals.detail, { id })).toMatchObject({ state: 'rejected', reason: '地址存在风险' });
  // A start resumes at once.
  await setup.money.exchange.restart();
  expect(await setup.usdt(li)).toEqual(before);
});

test('of two concurrent decisions one succeeds', async () => {
  const { li } = setup;
  const { id } = await setup.withdraw(li, setup.request(li, '20000'));
  const decisions = [review.approve(Number(id), 'olga'), review.reject(Number(id), 'oleg', { zh: '一', en: 'x' })];
  const results = await Promise.allSettled(decisions);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
