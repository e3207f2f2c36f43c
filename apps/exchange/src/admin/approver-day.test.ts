import { consoleCalls } from '@fft/console-contract';
import { Code } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestConsole, type TestConsole, type TestOperator } from '../../testing/test-console.ts';
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
  await first.call(treasury.approve, { id: annas });
  await first.call(treasury.approve, { id: await ask(withdrawals.li, '25000') });
  const id = await ask(withdrawals.anna, '8000');
  expect(await refusal(first.call(treasury.approve, { id }))).toMatchObject(fullDay('the.treasury'));
  expect((await first.call(treasury.withdrawals, {})).items).toMatchObject([{ id, fourEyes: false }]);
  expect(await second.call(treasury.approve, { id })).toEqual({ state: 'approved' });
});

test('the daily limit also counts withdrawals that the operator proposed or agreed to as one of two', async () => {
  const id = await ask(withdrawals.li, '10000');
  expect(await refusal(first.call(treasury.approve, { id }))).toMatchObject(fullDay('the.treasury'));
  expect(await second.call(treasury.approve, { id })).toEqual({ state: 'waitsForSecond' });
  expect(await refusal(first.call(treasury.approve, { id }))).toMatchObject(fullDay('the.treasury'));
  expect(await third.call(treasury.approve, { id })).toEqual({ state: 'approved' });
  const [, approval] = await readAudit(db(), { limit: 2, target: `withdrawal ${id}` });
  expect(approval).toMatchObject({ operator: 'third.treasury', after: { first: 'second.treasury' } });
});

test('an altered or deleted withdrawal uses up the whole daily limit, whatever worth its row states', async () => {
  const id = await ask(withdrawals.anna, '1000');
  const change = (usdt_units: number) =>
    db().updateTable('withdrawals').set({ usdt_units }).where('id', '=', annas).execute();
  await change(1);
  expect(await refusal(first.call(treasury.approve, { id }))).toMatchObject(fullDay('the.treasury'));
  await change(20_000_000_000);
  await db().deleteFrom('withdrawals').where('id', '=', annas).execute();
  expect(await refusal(first.call(treasury.approve, { id }))).toMatchObject(fullDay('the.treasury'));
});

test('concurrent approvals share the daily limit, which is free again a day later', async () => {
  testConsole.money.clock.time += dayMs;
  const enter = ({ name, secret }: Pick<TestOperator, 'name' | 'secret'>) => testConsole.enter(name, secret);
  const by = await enter(testConsole.by.treasury);
  const ids = [await ask(withdrawals.anna, '28000'), await ask(withdrawals.li, '28000')];
  const answers = await Promise.allSettled(ids.map((id) => by.call(treasury.approve, { id })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});
