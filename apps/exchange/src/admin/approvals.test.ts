import { consoleCalls } from '@fft/console-contract';
import { Code } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAuthority } from '../../testing/test-authority.ts';
import { startTestConsole, type TestConsole, type TestOperator } from '../../testing/test-console.ts';

let testConsole: TestConsole;
let secondAdmin: TestOperator;

beforeAll(async () => {
  testConsole = await startTestConsole();
  secondAdmin = await testConsole.operator('second.admin', 'admin');
});
afterAll(() => testConsole.money.exchange.stop());

const { operators } = consoleCalls;

test('a proposal that an earlier release made in another form is listed, and can only be refused', async () => {
  const { db } = testConsole.money.exchange.database;
  const proposer = await db
    .selectFrom('operators')
    .select('id')
    .where('name', '=', 'the.admin')
    .executeTakeFirstOrThrow();
  // Without an address, as operators were proposed once.
  const [act, target, input, time] = [
    'role',
    'operator of.old',
    { change: 'create', name: 'of.old', role: 'support' },
    1,
  ] as const;
  const mac = testAuthority().macOf([act, target, input, proposer.id, time]);
  const { id } = await db
    .insertInto('approvals')
    .values({
      act,
      target,
      input: JSON.stringify(input),
      proposer: proposer.id,
      time,
      mac,
      agreed: null,
      decider: null,
      decided: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { items } = await secondAdmin.call(operators.approvals, { open: true });
  expect(items.find((one) => one.id === id)).toMatchObject({ act, input: null });
  await expect(secondAdmin.call(operators.decide, { id, agree: true })).rejects.toMatchObject({
    code: Code.conflict,
    message: expect.stringContaining('earlier release') as string,
  });
  expect(await testConsole.roster.findByName('of.old')).toBeNull();
  const { approval } = await secondAdmin.call(operators.decide, { id, agree: false });
  expect(approval.state).toBe('refused');
});

test('the overview counts the proposals that the list shows its operator', async () => {
  const { admin, market, treasury } = testConsole.by;
  const employee = { name: 'new.clerk', role: 'support', email: 'new.clerk@staff.example' } as const;
  await admin.call(operators.create, employee);
  const counts = await Promise.all(
    [admin, treasury, market].map(async (operator) => {
      const { queues } = await operator.call(consoleCalls.dashboard.read, {});
      const { items } = await operator.call(operators.approvals, { open: true });
      expect(queues.approvals).toBe(items.length);
      return items.length;
    }),
  );
  expect(counts).toEqual([1, 1, 0]);
});
