import { consoleCalls } from '@fft/console-contract';
import { calls } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveViewed, startTestConsole, type TestConsole, type TestOperator } from '../../testing/test-console.ts';
import { startTestWithdrawals, type TestWithdrawals } from '../../testing/test-withdrawals.ts';

let testConsole: TestConsole;
let withdrawals: TestWithdrawals;
let entered: Readonly<Record<'treasury' | 'admin', TestOperator>>;
let second: Readonly<Record<'treasury', TestOperator>>;

beforeAll(async () => {
  testConsole = await startTestConsole({ FOUR_EYES_FROM_USDT: '15000' });
  withdrawals = await startTestWithdrawals(testConsole.money);
  second = { treasury: await testConsole.operator('second.treasury', 'treasury') };
  // The sessions expired during the day that a new address waits.
  const enter = async (role: 'treasury' | 'admin') =>
    testConsole.enter(testConsole.by[role].name, testConsole.by[role].secret);
  entered = { treasury: await enter('treasury'), admin: await enter('admin') };
});
afterAll(() => testConsole.money.exchange.stop());

const { treasury, operators } = consoleCalls;
const by = (role: 'treasury' | 'admin'): TestOperator => entered[role];

describe('an attacker who writes to the database', () => {
  const db = () => testConsole.money.exchange.database.db;
  const operatorId = async (name: string) =>
    (await db().selectFrom('operators').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;

  /** Restarts, because a process that starts checks immediately. */
  async function expectAlarm(detail: string): Promise<void> {
    await db().deleteFrom('alarms').execute();
    await testConsole.money.exchange.restart();
    const raised = async () => (await by('admin').call(consoleCalls.dashboard.read, {})).alarms;
    await expect
      .poll(raised)
      .toContainEqual(expect.objectContaining({ kind: 'withdrawalAltered', until: null, detail }));
  }

  test('cannot act as the first operator: a planted or altered proposal cannot be agreed to', async () => {
    const { id: text } = await withdrawals.withdraw(withdrawals.li, withdrawals.request(withdrawals.li, '20000'));
    const id = Number(text);
    await approveViewed(by('treasury'), id);
    const made = db().selectFrom('approvals').selectAll().where('state', '=', 'open');
    const { id: own, ...genuine } = await made.executeTakeFirstOrThrow();
    const proposer = await operatorId('second.treasury');
    const changes = [
      { proposer },
      { input: JSON.stringify({ ...genuine.input, id: id + 1 }) },
      { input: JSON.stringify({ ...genuine.input, number: 7 }) },
      { target: 'withdrawal 999999' },
      { time: genuine.time + 1 },
      { mac: null },
    ];
    for (const change of changes) {
      await db().updateTable('approvals').set(change).where('id', '=', own).execute();
      const who = 'proposer' in change ? by('treasury') : second.treasury;
      await expect(who.call(operators.decide, { id: own, agree: true })).rejects.toMatchObject({
        message: expect.stringContaining('can’t be verified') as string,
      });
      const { input, ...rest } = genuine;
      await db()
        .updateTable('approvals')
        .set({ ...rest, input: JSON.stringify(input) })
        .where('id', '=', own)
        .execute();
    }
    await db().updateTable('approvals').set({ proposer }).where('id', '=', own).execute();
    await expectAlarm(`approval ${own}`);
    await by('treasury').call(treasury.reject, { id, zh: '一', en: 'x' });
    expect(await withdrawals.li.call(calls.withdrawals.detail, { id: text })).toMatchObject({ state: 'rejected' });
  });

  test('cannot make a large withdrawal pass as a small one, for one operator or for the daily limit', async () => {
    const { id: text } = await withdrawals.withdraw(withdrawals.li, withdrawals.request(withdrawals.li, '20000'));
    const id = Number(text);
    await db().updateTable('withdrawals').set({ usdt_units: 1, risks: [] }).where('id', '=', id).execute();
    const { items } = await by('treasury').call(treasury.withdrawals, {});
    expect(items.find((one) => one.id === id)).toMatchObject({ dayTotal: null, fourEyes: true });
    await approveViewed(by('treasury'), id);
    await expect(approveViewed(second.treasury, id)).rejects.toMatchObject({
      message: expect.stringContaining('not what the customer requested') as string,
    });
    const { left } = await withdrawals.li.call(calls.withdrawals.limits, {}).then(({ dayLimit, dayUsed }) => ({
      left: Number(dayLimit) - Number(dayUsed),
    }));
    expect(left).toBe(0);
    await expectAlarm(`withdrawal ${id}`);
    await by('treasury').call(treasury.reject, { id, zh: '一', en: 'x' });
  });
});
