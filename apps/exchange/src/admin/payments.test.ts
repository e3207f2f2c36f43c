import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveViewed, startTestConsole, type TestConsole, type TestOperator } from '../../testing/test-console.ts';
import { refusal, startTestWithdrawals, type TestWithdrawals } from '../../testing/test-withdrawals.ts';
import { readAudit } from '../audit/audit.ts';

let fft: TestConsole;
let withdrawals: TestWithdrawals;
let first: TestOperator;
let second: TestOperator;
const { payments, operators } = consoleCalls;
const db = () => fft.money.exchange.database.db;
const txid = `0x${'5'.repeat(64)}`;

beforeAll(async () => {
  fft = await startTestConsole();
  withdrawals = await startTestWithdrawals(fft.money);
  first = await fft.enter(fft.by.treasury.name, fft.by.treasury.secret);
  second = await fft.operator('second.treasury', 'treasury');
});
afterAll(() => fft.money.exchange.stop());

/** A withdrawal that is on its way, and its payment, as custody leaves them. */
async function onItsWay(trouble: 'doubtful' | null): Promise<{ readonly id: number; readonly payment: number }> {
  const { anna } = withdrawals;
  const asked = await withdrawals.withdraw(anna, withdrawals.request(anna, '100'));
  const id = Number(asked.id);
  if (asked.state === 'review') await approveViewed(first, id);
  await db().updateTable('withdrawals').set({ state: 'sent', txid }).where('id', '=', id).execute();
  const time = fft.money.clock.time;
  const { id: payment } = await db()
    .insertInto('chain_payments')
    .values({
      chain: 'ETH',
      purpose: 'withdrawal',
      reference: id,
      branch: 1,
      key_index: 0,
      nonce: id,
      coin: 'USDT',
      recipient: `0x${'a'.repeat(40)}`,
      amount: '97000000',
      state: 'signed',
      trouble,
      time,
      updated: time,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const fees = { fee_per_gas: '1000000000', tip_per_gas: '1', fee: null };
  await db()
    .insertInto('chain_attempts')
    .values({ payment, txid, raw: '0x', ...fees, time })
    .execute();
  return { id, payment };
}

const stateOf = async (id: number): Promise<string> => {
  const query = db().selectFrom('withdrawals').select('state').where('id', '=', id);
  return (await query.executeTakeFirstOrThrow()).state;
};
const frozen = async (): Promise<unknown> => {
  const { accounts } = await withdrawals.anna.call(calls.assets.overview, {});
  return accounts.coin.find(({ coin }) => coin === 'USDT')?.frozen;
};
const landing = { txid, reference: 'Seen on two explorers' };

test('a payment shows its transactions and what was asked of it; each request is made once and audited', async () => {
  const { id, payment } = await onItsWay(null);
  await first.call(payments.bump, { id: payment });
  expect(await refusal(second.call(payments.giveBack, { id: payment }))).toMatchObject({ code: Code.conflict });
  expect(await first.call(payments.show, { id: payment })).toMatchObject({
    withdrawal: id,
    amount: '97.000000',
    trouble: null,
    others: 0,
    cost: null,
    attempts: [{ txid, fee: '1000000000' }],
    requests: [{ act: 'bump', operator: first.name, answer: null }],
    proposer: null,
  });
  const [act] = await readAudit(db(), { limit: 1, target: `payment ${payment}` });
  expect(act).toMatchObject({ act: 'payment.bump', operator: first.name });
  await db().updateTable('payment_requests').set({ answer: 'replaced' }).execute();
  await second.call(payments.giveBack, { id: payment });
  await db().updateTable('chain_payments').set({ state: 'done' }).where('id', '=', payment).execute();
  expect(await refusal(first.call(payments.bump, { id: payment }))).toMatchObject({ code: Code.conflict });
  expect(await refusal(first.call(payments.show, { id: 999_999 }))).toMatchObject({ code: Code.notFound });
});

test('operators without the right ask nothing of payments', async () => {
  const { payment } = await onItsWay('doubtful');
  for (const role of ['support', 'compliance', 'market', 'content', 'admin'] as const) {
    const { name, secret } = fft.by[role];
    const by = await fft.enter(name, secret);
    expect(await refusal(by.call(payments.bump, { id: payment }))).toMatchObject({ code: 403 });
    expect(await refusal(by.call(payments.giveBack, { id: payment }))).toMatchObject({ code: 403 });
    expect(await refusal(by.call(payments.markLanded, { id: payment, ...landing }))).toMatchObject({ code: 403 });
  }
});

test('a doubtful payment is completed once two operators agree, and not by one alone', async () => {
  const { id, payment } = await onItsWay('doubtful');
  const before = Number(await frozen());
  const { approval } = await first.call(payments.markLanded, { id: payment, ...landing });
  expect(await first.call(payments.show, { id: payment })).toMatchObject({ proposer: first.name });
  expect(await refusal(first.call(operators.decide, { id: approval, agree: true }))).toMatchObject({
    code: Code.conflict,
  });
  expect(await stateOf(id)).toBe('sent');
  await second.call(operators.decide, { id: approval, agree: true });
  expect(await stateOf(id)).toBe('done');
  expect(Number(await frozen())).toBe(before - 100);
  const acts = await readAudit(db(), { limit: 3, target: `payment ${payment}` });
  expect(acts.map(({ act, operator }) => [act, operator])).toEqual(
    expect.arrayContaining([
      ['landing.propose', first.name],
      ['landing.make', second.name],
      ['landing.agree', second.name],
    ]),
  );
});

test('nothing else is completed by hand: no payment without doubt, no other transaction, no sweep', async () => {
  const { payment } = await onItsWay(null);
  expect(await refusal(first.call(payments.markLanded, { id: payment, ...landing }))).toMatchObject({
    code: Code.conflict,
  });
  const doubtful = await onItsWay('doubtful');
  const other = { ...landing, txid: `0x${'6'.repeat(64)}` };
  expect(await refusal(first.call(payments.markLanded, { id: doubtful.payment, ...other }))).toMatchObject({
    code: Code.conflict,
  });
  await db().updateTable('chain_payments').set({ purpose: 'sweep' }).where('id', '=', doubtful.payment).execute();
  expect(await refusal(first.call(payments.markLanded, { id: doubtful.payment, ...landing }))).toMatchObject({
    code: Code.conflict,
  });
});

test.each([
  ['its payment is in doubt no more', { trouble: null }, {}],
  ['its row was changed', {}, { address: `0x${'b'.repeat(40)}` }],
  ['it went another way', {}, { state: 'failed' as const }],
])('the second operator can’t complete a withdrawal when %s', async (_, changed, row) => {
  const { id, payment } = await onItsWay('doubtful');
  const query = db().selectFrom('withdrawals').select('address').where('id', '=', id);
  const { address } = await query.executeTakeFirstOrThrow();
  const { approval } = await first.call(payments.markLanded, { id: payment, ...landing });
  if (Object.keys(changed).length > 0)
    await db().updateTable('chain_payments').set(changed).where('id', '=', payment).execute();
  if (Object.keys(row).length > 0) await db().updateTable('withdrawals').set(row).where('id', '=', id).execute();
  expect(await refusal(second.call(operators.decide, { id: approval, agree: true }))).toMatchObject({
    code: Code.conflict,
  });
  expect(await stateOf(id)).not.toBe('done');
  await second.call(operators.decide, { id: approval, agree: false });
  // An altered row would use up the customer's day.
  await db().updateTable('withdrawals').set({ state: 'sent', address }).where('id', '=', id).execute();
});

test('a proposal that someone wrote or changed in the table can’t be agreed to', async () => {
  const { id, payment } = await onItsWay('doubtful');
  const { approval } = await first.call(payments.markLanded, { id: payment, ...landing });
  const victim = await onItsWay('doubtful');
  const input = JSON.stringify({ id: victim.payment, withdrawal: victim.id, txid });
  await db().updateTable('approvals').set({ input }).where('id', '=', approval).execute();
  expect(await refusal(second.call(operators.decide, { id: approval, agree: true }))).toMatchObject({
    code: Code.conflict,
  });
  expect([await stateOf(id), await stateOf(victim.id)]).toEqual(['sent', 'sent']);
});
