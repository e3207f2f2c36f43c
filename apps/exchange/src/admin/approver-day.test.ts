import { consoleCalls } from '@fft/console-contract';
import { Code } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestConsole, type TestConsole, type TestOperator } from '../../testing/test-console.ts';
import { dayMs, refusal, startTestWithdrawals, type TestWithdrawals } from '../../testing/test-withdrawals.ts';
import { readAudit } from '../audit/audit.ts';

let it: TestConsole;
let out: TestWithdrawals;
let first: TestOperator;
let second: TestOperator;
let third: TestOperator;

beforeAll(async () => {
  it = await startTestConsole({ FOUR_EYES_FROM_USDT: '30000', APPROVER_DAY_USDT: '50000' });
  out = await startTestWithdrawals(it.money);
  // The day that an address waits ended the sessions of the first.
  first = await it.enter(it.by.treasury.name, it.by.treasury.secret);
  second = await it.operator('second.treasury', 'treasury');
  third = await it.operator('third.treasury', 'treasury');
});
afterAll(() => it.money.exchange.stop());

const { treasury } = consoleCalls;
const db = () => it.money.exchange.database.db;
const ask = async (who: TestWithdrawals['anna'], amount: string): Promise<number> =>
  Number((await out.withdraw(who, out.request(who, amount))).id);
const fullDay = (name: string) => ({
  code: Code.conflict,
  message: `${name} has reached the 24-hour limit of one operator: another operator must approve this one`,
});
let annas: number;

test('an approver lets go what one may in a day; another has to approve what is above', async () => {
  annas = await ask(out.anna, '20000');
  await first.call(treasury.approve, { id: annas });
  await first.call(treasury.approve, { id: await ask(out.li, '25000') });
  const id = await ask(out.anna, '8000');
  expect(await refusal(first.call(treasury.approve, { id }))).toMatchObject(fullDay('the.treasury'));
  expect((await first.call(treasury.withdrawals, {})).items).toMatchObject([{ id, fourEyes: false }]);
  expect(await second.call(treasury.approve, { id })).toEqual({ state: 'approved' });
});

test('one of two counts like one alone, as who proposes and as who agrees', async () => {
  const id = await ask(out.li, '10000');
  expect(await refusal(first.call(treasury.approve, { id }))).toMatchObject(fullDay('the.treasury'));
  expect(await second.call(treasury.approve, { id })).toEqual({ state: 'waitsForSecond' });
  expect(await refusal(first.call(treasury.approve, { id }))).toMatchObject(fullDay('the.treasury'));
  expect(await third.call(treasury.approve, { id })).toEqual({ state: 'approved' });
  const [, approval] = await readAudit(db(), { limit: 2, target: `withdrawal ${id}` });
  expect(approval).toMatchObject({ operator: 'third.treasury', after: { first: 'second.treasury' } });
});

test('an altered or a removed withdrawal uses the whole day up, however cheap its row says it was', async () => {
  const id = await ask(out.anna, '1000');
  const change = (usdt_units: number) =>
    db().updateTable('withdrawals').set({ usdt_units }).where('id', '=', annas).execute();
  await change(1);
  expect(await refusal(first.call(treasury.approve, { id }))).toMatchObject(fullDay('the.treasury'));
  await change(20_000_000_000);
  await db().deleteFrom('withdrawals').where('id', '=', annas).execute();
  expect(await refusal(first.call(treasury.approve, { id }))).toMatchObject(fullDay('the.treasury'));
});

test('approvals at once share the day; a day later it is empty', async () => {
  it.money.clock.time += dayMs;
  const enter = ({ name, secret }: Pick<TestOperator, 'name' | 'secret'>) => it.enter(name, secret);
  const by = await enter(it.by.treasury);
  const ids = [await ask(out.anna, '28000'), await ask(out.li, '28000')];
  const answers = await Promise.allSettled(ids.map((id) => by.call(treasury.approve, { id })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});
