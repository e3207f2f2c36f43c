import { consoleCalls } from '@fft/console-contract';
import { Code } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveViewed, startTestConsole, type TestConsole, type TestOperator } from '../../testing/test-console.ts';
import { dayMs, refusal, startTestWithdrawals, type TestWithdrawals } from '../../testing/test-withdrawals.ts';
import { readAudit } from '../audit/audit.ts';

let testConsole: TestConsole;
let withdrawals: TestWithdrawals;
let first: TestOperator;
let second: TestOperator;
let third: TestOperator;

beforeAll(async () => {
  testConsole = await startTestConsole({ FOUR_EYES_FROM_USDT: '30000', APPROVER_DAY_USDT: '50000' });
  withdrawals = await startTestWithdrawals(testConsole.money);
  // The sessions expired during the day that a new address waits.
  first = await testConsole.enter(testConsole.by.treasury.name, testConsole.by.treasury.secret);
  second = await testConsole.operator('second.treasury', 'treasury');
  third = await testConsole.operator('third.treasury', 'treasury');
});
afterAll(() => testConsole.money.exchange.stop());

const { treasury } = consoleCalls;
const db = () => testConsole.money.exchange.database.db;
const ask = async (who: TestWithdrawals['anna'], amount: string): Promise<number> =>
  Number((await withdrawals.withdraw(who, withdrawals.request(who, amount))).id);
const fullDay = (name: string) => ({
  code: Code.conflict,
  message: `${name} has reached the 24-hour limit of one operator: another operator must approve this one`,
});
let annas: number;

test('one operator approves withdrawals up to a daily limit; another operator must approve those above it', async () => {
  annas = await ask(withdrawals.anna, '20000');
  await approveViewed(first, annas);
  await approveViewed(first, await ask(withdrawals.li, '25000'));
  const id = await ask(withdrawals.anna, '8000');
  expect(await refusal(approveViewed(first, id))).toMatchObject(fullDay('the.treasury'));
  expect((await first.call(treasury.withdrawals, {})).items).toMatchObject([{ id, fourEyes: false }]);
  expect(await approveViewed(second, id)).toEqual({ state: 'approved' });
});

test('the daily limit also counts withdrawals that the operator proposed or agreed to as one of two', async () => {
  const id = await ask(withdrawals.li, '10000');
  expect(await refusal(approveViewed(first, id))).toMatchObject(fullDay('the.treasury'));
  expect(await approveViewed(second, id)).toEqual({ state: 'waitsForSecond' });
  expect(await refusal(approveViewed(first, id))).toMatchObject(fullDay('the.treasury'));
  expect(await approveViewed(third, id)).toEqual({ state: 'approved' });
  const [, approval] = await readAudit(db(), { limit: 2, target: `withdrawal ${id}` });
  expect(approval).toMatchObject({ operator: 'third.treasury', after: { first: 'second.treasury' } });
});

test('an altered or deleted withdrawal uses up the whole daily limit, regardless of the worth in its row', async () => {
  const id = await ask(withdrawals.anna, '1000');
  const change = (usdt_units: number) =>
    db().updateTable('withdrawals').set({ usdt_units }).where('id', '=', annas).execute();
  await change(1);
  expect(await refusal(approveViewed(first, id))).toMatchObject(fullDay('the.treasury'));
  await change(20_000_000_000);
  await db().deleteFrom('withdrawals').where('id', '=', annas).execute();
  expect(await refusal(approveViewed(first, id))).toMatchObject(fullDay('the.treasury'));
});

test('concurrent approvals share the daily limit, which is free again a day later', async () => {
  testConsole.money.clock.time += dayMs;
  const enter = ({ name, secret }: Pick<TestOperator, 'name' | 'secret'>) => testConsole.enter(name, secret);
  const by = await enter(testConsole.by.treasury);
  const ids = [await ask(withdrawals.anna, '28000'), await ask(withdrawals.li, '28000')];
  const answers = await Promise.allSettled(ids.map((id) => approveViewed(by, id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('the facts to check before a decision: the customer, their history and deposits, and the address', async () => {
  // The sessions expired during the days before.
  first = await testConsole.enter(first.name, first.secret);
  second = await testConsole.enter(second.name, second.secret);
  const { anna } = withdrawals;
  const id = await ask(anna, '16000');
  const { withdrawal, subject, address } = await first.call(treasury.showWithdrawal, { id });
  expect(withdrawal).toMatchObject({ id, amount: '16000.000000', worth: '16000.000000', state: 'review' });
  expect(subject).toMatchObject({
    customer: Number(anna.id),
    email: 'anna@test.example',
    identity: 'passed',
    withdrawals: { count: 0, worth: '0.000000', last: null },
  });
  expect(Number(subject.balances)).toBeGreaterThan(0);
  expect(subject.deposits.count).toBeGreaterThan(0);
  expect(subject.deposits.latest[0]).toMatchObject({ coin: 'USDT', source: 'faucet', chain: null });
  expect(address).toEqual({ saved: expect.any(Number) as number, paid: 0, others: [] });
  await db().updateTable('withdrawals').set({ state: 'done' }).where('id', '=', id).execute();
  const next = await ask(anna, '16000');
  const again = await first.call(treasury.showWithdrawal, { id: next });
  expect(again.address).toMatchObject({ paid: 1 });
  expect(again.subject.withdrawals).toMatchObject({ count: 1, worth: '16000.000000' });
  await db().updateTable('withdrawals').set({ state: 'review' }).where('id', '=', id).execute();
  for (const each of [id, next]) await first.call(treasury.reject, { id: each, zh: '一', en: 'x' });
  await expect(first.call(treasury.showWithdrawal, { id: 999_999 })).rejects.toMatchObject({
    code: Code.notFound,
  });
});

test('an operator approves only a withdrawal that they opened themselves, also as the second of two', async () => {
  const { li } = withdrawals;
  third = await testConsole.enter(third.name, third.secret);
  const unseen = {
    code: Code.conflict,
    message: 'Open this withdrawal and check the customer, address and amount before you approve it',
  };
  const small = await ask(li, '1000');
  await third.call(treasury.showWithdrawal, { id: small });
  expect(await refusal(second.call(treasury.approve, { id: small }))).toMatchObject(unseen);
  expect(await approveViewed(second, small)).toEqual({ state: 'approved' });

  const large = await ask(li, '10000');
  expect(await approveViewed(second, large)).toEqual({ state: 'waitsForSecond' });
  const open = (await third.call(consoleCalls.operators.approvals, {})).items.find(({ mine }) => !mine);
  const agree = { id: open?.id ?? 0, agree: true };
  expect(await refusal(third.call(treasury.approve, { id: large }))).toMatchObject(unseen);
  expect(await refusal(third.call(consoleCalls.operators.decide, agree))).toMatchObject(unseen);
  expect(await approveViewed(third, large)).toEqual({ state: 'approved' });
});

test('before a credit is proposed, its value and the facts about the customer are shown', async () => {
  const customer = Number(withdrawals.anna.id);
  const wanted = { customer, coin: 'USDT', amount: '12.5' };
  const facts = await first.call(treasury.facts, wanted);
  expect(facts).toMatchObject({ worth: '12.500000', subject: { customer, email: 'anna@test.example' } });
  const { approval } = await first.call(treasury.adjust, {
    ...wanted,
    kind: 'received',
    account: 'coin',
    reference: 'ticket 7',
  });
  await second.call(consoleCalls.operators.decide, { id: approval, agree: true });
  const { subject } = await first.call(treasury.facts, wanted);
  const sources = subject.deposits.latest.map(({ source, reference }) => `${source} ${reference}`);
  expect(sources).toContain('operators ticket 7');
  const none = first.call(treasury.facts, { customer: 999_999, coin: 'USDT', amount: '1' });
  await expect(none).rejects.toMatchObject({ code: Code.notFound });
});

test('the console owes each customer what the proof of liabilities adds up', async () => {
  const { assets } = await first.call(treasury.balances, {});
  const { items } = await first.call(consoleCalls.customers.list, { limit: 100 });
  const held = await Promise.all(items.map(({ id }) => first.call(consoleCalls.customers.read, { id })));
  for (const { coin, owed, madeUp, leaving } of assets) {
    const theirs = held.flatMap(({ balances }) => balances.filter((balance) => balance.coin === coin));
    const sum = theirs.reduce((total, { available, frozen }) => total + Number(available) + Number(frozen), 0);
    expect(Number(owed)).toBeCloseTo(sum, 6);
    expect([Number(madeUp), Number(leaving)]).toEqual([0, 0]);
  }
});
