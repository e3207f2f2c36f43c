import { consoleCalls } from '@fft/console-contract';
import { Code } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestConsole, type TestConsole, type TestOperator } from '../../../testing/test-console.ts';
import { disableOperator } from './at-the-machine.ts';

let testConsole: TestConsole;
let secondAdmin: TestOperator;

beforeAll(async () => {
  testConsole = await startTestConsole();
  secondAdmin = await testConsole.operator('second.admin', 'admin');
});
afterAll(() => testConsole.money.exchange.stop());

const { operators } = consoleCalls;
const admin = (): TestOperator => testConsole.by.admin;
async function idOf(name: string): Promise<number> {
  return (await admin().call(operators.list, {})).find((one) => one.name === name)?.id ?? 0;
}
const fewAdmins = { code: Code.conflict, message: expect.stringContaining('Two admins') as string };

test('one admin can’t disable the other, demote or reset them: two who can log in remain, whoever agrees', async () => {
  const id = await idOf('second.admin');
  await expect(admin().call(operators.disable, { id })).rejects.toMatchObject(fewAdmins);
  await expect(secondAdmin.call(operators.disable, { id })).rejects.toMatchObject(fewAdmins);
  for (const propose of [
    () => admin().call(operators.setRole, { id, role: 'support' }),
    () => admin().call(operators.reset, { id }),
  ]) {
    const { id: approval } = await propose();
    await expect(secondAdmin.call(operators.decide, { id: approval, agree: true })).rejects.toMatchObject(fewAdmins);
    await secondAdmin.call(operators.decide, { id: approval, agree: false });
  }
  expect((await admin().call(operators.list, {})).find((one) => one.id === id)).toMatchObject({
    role: 'admin',
    disabled: false,
    enrolled: true,
  });
});

test('an admin who never enrolled doesn’t count', async () => {
  const { id: approval } = await admin().call(operators.create, {
    name: 'third.admin',
    role: 'admin',
    email: 'third.admin@staff.example',
  });
  await secondAdmin.call(operators.decide, { id: approval, agree: true });
  const disabling = admin().call(operators.disable, { id: await idOf('second.admin') });
  await expect(disabling).rejects.toMatchObject(fewAdmins);
  // Who holds nothing yet is disabled by one.
  expect(await admin().call(operators.disable, { id: await idOf('third.admin') })).toBeNull();
});

test('disabling one of two who can do what takes two needs a second admin, and names the rights', async () => {
  await testConsole.operator('second.treasury', 'treasury');
  const id = await idOf('second.treasury');
  const proposed = await admin().call(operators.disable, { id });
  expect(proposed).toMatchObject({
    act: 'role',
    input: { change: 'disable', name: 'second.treasury', role: 'treasury' },
  });
  expect(proposed?.input).toMatchObject({
    leaves: expect.arrayContaining(['withdrawals.decide', 'banks.manage']) as unknown,
  });
  const approval = proposed?.id ?? 0;
  await expect(admin().call(operators.decide, { id: approval, agree: true })).rejects.toMatchObject({
    code: Code.conflict,
  });
  await secondAdmin.call(operators.decide, { id: approval, agree: true });
  expect((await admin().call(operators.list, {})).find((one) => one.id === id)).toMatchObject({ disabled: true });
});

test('of three, one is disabled by one admin; of two at once, the second takes two', async () => {
  await testConsole.operator('third.treasury', 'treasury');
  await testConsole.operator('fourth.treasury', 'treasury');
  const [third, fourth] = [await idOf('third.treasury'), await idOf('fourth.treasury')];
  const outcomes = await Promise.allSettled([third, fourth].map((id) => admin().call(operators.disable, { id })));
  const disabled = outcomes.filter((one) => one.status === 'fulfilled' && one.value === null);
  expect(disabled).toHaveLength(1);
  const left = (await admin().call(operators.list, {})).filter((one) => one.role === 'treasury' && !one.disabled);
  expect(left).toHaveLength(2);
});

test('the machine disables by the same rules: not one of two admins, nor alone one of two who can do what takes two', async () => {
  const disable = (name: string) => disableOperator(testConsole.machine(), name);
  const able = async () =>
    (await admin().call(operators.list, {})).filter((one) => one.role === 'treasury' && !one.disabled);
  const [leaving] = await able();
  const name = leaving?.name ?? '';
  for (const [who, key] of [
    ['second.admin', 'lastAdmins'],
    [name, 'takesTwo'],
    ['nobody.here', 'unknownOperator'],
  ] as const)
    await expect(disable(who)).rejects.toMatchObject({ name: key });
  await testConsole.operator('fifth.treasury', 'treasury');
  expect(await able()).toHaveLength(3);
  await disable(name);
  expect((await able()).map((one) => one.name)).not.toContain(name);
  expect(await able()).toHaveLength(2);
});
