import { consoleCalls } from '@fft/console-contract';
import { calls } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestConsole, type TestConsole, type TestOperator } from '../../testing/test-console.ts';
import { startTestWithdrawals, type TestWithdrawals } from '../../testing/test-withdrawals.ts';

let it: TestConsole;
let out: TestWithdrawals;
let entered: Readonly<Record<'treasury' | 'admin', TestOperator>>;
let second: Readonly<Record<'treasury', TestOperator>>;

beforeAll(async () => {
  it = await startTestConsole({ FOUR_EYES_FROM_USDT: '15000' });
  out = await startTestWithdrawals(it.money);
  second = { treasury: await it.operator('second.treasury', 'treasury') };
  // The day that an address waits ended the sessions of the first.
  const enter = async (role: 'treasury' | 'admin') => it.enter(it.by[role].name, it.by[role].secret);
  entered = { treasury: await enter('treasury'), admin: await enter('admin') };
});
afterAll(() => it.money.exchange.stop());

const { treasury, operators } = consoleCalls;
const by = (role: 'treasury' | 'admin'): TestOperator => entered[role];

describe('whoever writes to the database', () => {
  const db = () => it.money.exchange.database.db;
  const operatorId = async (name: string) =>
    (await db().selectFrom('operators').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;

  /** A start looks at once. */
  async function expectAlarm(detail: string): Promise<void> {
    await db().deleteFrom('alarms').execute();
    await it.money.exchange.restart();
    const raised = async () => (await by('admin').call(consoleCalls.dashboard.read, {})).alarms;
    await expect
      .poll(raised)
      .toContainEqual(expect.objectContaining({ kind: 'withdrawalAltered', until: null, detail }));
  }

  test('is no first operator: a proposal that nobody made is agreed to by nobody', async () => {
    const { id: text } = await out.withdraw(out.li, out.request(out.li, '20000'));
    const id = Number(text);
    await by('treasury').call(treasury.approve, { id });
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
        message: expect.stringContaining('cannot be verified') as string,
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
    expect(await out.li.call(calls.withdrawals.detail, { id: text })).toMatchObject({ state: 'rejected' });
  });

  test('makes no large withdrawal a small one, for one operator or for the limit of the day', async () => {
    const { id: text } = await out.withdraw(out.li, out.request(out.li, '20000'));
    const id = Number(text);
    await db().updateTable('withdrawals').set({ usdt_units: 1, risks: [] }).where('id', '=', id).execute();
    const { items } = await by('treasury').call(treasury.withdrawals, {});
    expect(items.find((one) => one.id === id)).toMatchObject({ dayTotal: null, fourEyes: true });
    await by('treasury').call(treasury.approve, { id });
    await expect(second.treasury.call(treasury.approve, { id })).rejects.toMatchObject({
      message: expect.stringContaining('not what the customer asked for') as string,
    });
    const { left } = await out.li.call(calls.withdrawals.limits, {}).then(({ dayLimit, dayUsed }) => ({
      left: Number(dayLimit) - Number(dayUsed),
    }));
    expect(left).toBe(0);
    await expectAlarm(`withdrawal ${id}`);
    await by('treasury').call(treasury.reject, { id, zh: '一', en: 'x' });
  });
});
