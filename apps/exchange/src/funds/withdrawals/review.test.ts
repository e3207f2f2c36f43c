import type { ActInput } from '@fft/console-contract';
import { calls } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Agreement } from '../../authority/agreement.ts';
import { readAudit } from '../../audit/audit.ts';
import { testAuthority, testBlocks, testFourEyes, viewAndApprove } from '../../../testing/test-authority.ts';
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
    ...testFourEyes,
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
  await viewAndApprove(review, id, 'olga');
  expect(await anna.call(calls.withdrawals.detail, { id: String(id) })).toMatchObject({ state: 'approved' });
  await refusal(anna.call(calls.withdrawals.cancel, { id: String(id) }));
  await expect(review.approve(id, 'olga')).rejects.toThrow('notInReview');
  await expect(review.reject(id, 'olga', { zh: '一', en: 'x' })).rejects.toThrow('notInReview');
  const [act] = await readAudit(setup.money.exchange.database.db, { limit: 1 });
  expect(act).toMatchObject({ operator: 'olga', act: 'withdrawal.approve', target: `withdrawal ${id}` });
  expect(notified).toEqual([`${id} approved`]);
});

test('an approved withdrawal that cannot be paid can be rejected, unless something is signed for it', async () => {
  const { li } = setup;
  const { db } = setup.money.exchange.database;
  const before = await setup.usdt(li);
  const id = Number((await setup.withdraw(li, setup.request(li, '20000'))).id);
  await viewAndApprove(review, id, 'olga');
  const payment = await db
    .insertInto('chain_payments')
    .values({
      chain: 'ETH',
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
    await expect(review.reject(id, 'olga', reason, from)).rejects.toThrow('notInReview');
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
  const decisions = [
    viewAndApprove(review, Number(id), 'olga'),
    review.reject(Number(id), 'oleg', { zh: '一', en: 'x' }),
  ];
  const results = await Promise.allSettled(decisions);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

describe('a large withdrawal', () => {
  const strict = (passer: string | null = null): WithdrawalReview => {
    const authority = testAuthority();
    return createWithdrawalReview({
      db: setup.money.exchange.database.db,
      authority,
      blocks: testBlocks(authority),
      fourEyesFrom: 15_000_000_000n,
      passedBy: async () => passer,
      approverDayUsdt: 500_000,
      now: () => setup.money.clock.time,
      onChange: async () => undefined,
    });
  };
  const agreed = async (target: number, changed: Partial<ActInput<'withdrawal'>> = {}) => {
    const { customer, coin, address, decisions: number } = (await strict().find(id)) ?? expect.unreachable('it exists');
    const input = { id: target, customer, coin, address, number, amount: '20000', fee: '1', worth: null, ...changed };
    return Agreement.reach({ act: 'withdrawal', target: `withdrawal ${target}`, input, first: 'oleg', second: 'olga' });
  };
  const refused = (name: string) => ({ kind: 'conflict', name });
  let id = 0;

  beforeAll(async () => {
    const { li } = setup;
    id = Number((await setup.withdraw(li, setup.request(li, '20000'))).id);
  });

  test('takes two, whoever calls: one name is refused', async () => {
    await strict().view(id, 'olga');
    await expect(strict().approve(id, 'olga')).rejects.toMatchObject(refused('takesTwo'));
    expect(await strict().prepare(id, 'olga')).toBe('asOneOfTwo');
    expect((await strict().find(id))?.state).toBe('review');
  });

  test('is approved by nobody who hasn’t seen it, and not by who passed the customer’s identity', async () => {
    await expect(strict().approve(id, await agreed(id))).rejects.toMatchObject(refused('notViewed'));
    await strict().view(id, 'oleg');
    await expect(strict('oleg').approve(id, await agreed(id))).rejects.toMatchObject(refused('ownIdentityPass'));
    await expect(strict('oleg').prepare(id, 'oleg')).rejects.toMatchObject(refused('ownIdentityPass'));
    expect((await strict().find(id))?.state).toBe('review');
  });

  test('is approved by an agreement about this one, and by none about another', async () => {
    await expect(strict().approve(id, await agreed(id + 1))).rejects.toThrow('agreed to withdrawal of withdrawal');
    const elsewhere = await agreed(id, { address: '0x7' });
    await expect(strict().approve(id, elsewhere)).rejects.toThrow('agreed to another address');
    expect((await strict().find(id))?.state).toBe('review');
    await strict().approve(id, await agreed(id));
    expect(await strict().find(id)).toMatchObject({ state: 'approved', decision: 'operators oleg and olga' });
  });
});
