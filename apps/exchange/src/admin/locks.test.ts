import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestKey, sendRaw, signText } from '../../testing/test-api-key.ts';
import { startTestConsole, type TestConsole, type TestOperator } from '../../testing/test-console.ts';
import type { TestCustomer } from '../../testing/test-exchange.ts';

let testConsole: TestConsole;
let secondAdmin: TestOperator;
let secondCompliance: TestOperator;

beforeAll(async () => {
  testConsole = await startTestConsole({ OPERATOR_STOPS_PER_HOUR: '12' });
  secondAdmin = await testConsole.operator('second.admin', 'admin');
  secondCompliance = await testConsole.operator('second.compliance', 'compliance');
});
afterAll(() => testConsole.money.exchange.stop());

const { customers, operators, dashboard, treasury } = consoleCalls;
const by = (role: keyof TestConsole['by']): TestOperator => testConsole.by[role];
const register = (name: string): Promise<TestCustomer> => testConsole.money.exchange.register(name, 'en');
const noRight = { code: 403 };

describe('a lock of compliance', () => {
  let anna: TestCustomer;
  let id = 0;
  beforeAll(async () => {
    anna = await register('anna');
    id = Number(anna.id);
  });

  test('is set by compliance alone, and shows its kind, operator and reason', async () => {
    const input = { id, kind: 'court', reason: 'order 12/26' } as const;
    for (const role of ['support', 'admin'] as const)
      await expect(by(role).call(customers.lock, input)).rejects.toMatchObject(noRight);
    expect(await by('compliance').call(customers.lock, input)).toMatchObject({
      locked: true,
      lockedBy: 'operator',
      lock: { kind: 'court', operator: 'the.compliance', reason: 'order 12/26' },
      lockProposer: null,
    });
    const login = { email: 'anna@test.example', password: 'the password of anna' };
    await expect(testConsole.money.exchange.anonymous.call(calls.auth.login, login)).rejects.toMatchObject({
      code: Code.accountLocked,
      message: 'This account is locked. Contact support',
    });
  });

  test('is lifted by two of compliance, and by nobody else', async () => {
    for (const role of ['support', 'admin'] as const)
      await expect(by(role).call(customers.unlock, { id, reason: 'asked' })).rejects.toMatchObject(noRight);
    const proposed = await by('compliance').call(customers.unlock, { id, reason: 'order lifted' });
    expect(proposed).toMatchObject({ locked: true, lockProposer: 'the.compliance' });
    const { items } = await secondCompliance.call(operators.approvals, { open: true });
    const open = items.find(({ act }) => act === 'unlock');
    expect(open).toMatchObject({ target: `customer ${id}`, input: { id, kind: 'court', reason: 'order lifted' } });
    const decision = { id: open?.id ?? 0, agree: true };
    await expect(by('compliance').call(operators.decide, decision)).rejects.toMatchObject({ code: Code.conflict });
    for (const role of ['support', 'admin'] as const)
      await expect(by(role).call(operators.decide, decision)).rejects.toMatchObject(noRight);
    await secondCompliance.call(operators.decide, decision);
    expect(await by('support').call(customers.read, { id })).toMatchObject({ locked: false, lock: null });
  });
});

test('API keys are suspended during a lock, and count again once it is lifted', async () => {
  const { exchange } = testConsole.money;
  const ben = await register('ben');
  const key = await createTestKey(exchange, { customer: ben, name: 'ben' }, { rights: 'read' });
  // The console's tests move the clock.
  const read = () =>
    sendRaw(exchange.url, key.key.id, {
      path: calls.user.read.path,
      query: signText(key.secret, '', testConsole.money.clock.time),
    });
  expect(await read()).toMatchObject({ code: Code.ok });
  const id = Number(ben.id);
  await by('support').call(customers.lock, { id, kind: 'security', reason: 'stolen phone' });
  expect(await read()).toMatchObject({ code: Code.apiKeyInvalid });
  expect(await by('support').call(customers.apiKeys, { id })).toHaveLength(1);
  await by('support').call(customers.unlock, { id, reason: 'found' });
  expect(await read()).toMatchObject({ code: Code.ok });
  // One that was revoked meanwhile doesn't come back.
  await by('support').call(customers.lock, { id, kind: 'security', reason: 'again' });
  await by('support').call(customers.revokeApiKey, { id, key: key.key.id });
  await by('support').call(customers.unlock, { id, reason: 'found' });
  expect(await read()).toMatchObject({ code: Code.apiKeyInvalid });
});

test('the treasury’s account is locked and unlocked by two admins', async () => {
  const id = (await by('treasury').call(treasury.balances, {})).treasury ?? 0;
  const input = { id, kind: 'support', reason: 'why not' } as const;
  for (const role of ['support', 'compliance'] as const)
    await expect(by(role).call(customers.lock, input)).rejects.toMatchObject(noRight);
  expect(await by('admin').call(customers.lock, input)).toMatchObject({ locked: false, lockProposer: 'the.admin' });
  const decideNewest = async (): Promise<void> => {
    const [newest] = (await secondAdmin.call(operators.approvals, { open: true })).items;
    await secondAdmin.call(operators.decide, { id: newest?.id ?? 0, agree: true });
  };
  await decideNewest();
  const locked = await by('admin').call(customers.read, { id });
  expect(locked).toMatchObject({ locked: true, lock: { kind: 'support', operator: 'second.admin' } });
  await expect(by('support').call(customers.unlock, { id, reason: 'please' })).rejects.toMatchObject(noRight);
  expect(await by('admin').call(customers.unlock, { id, reason: 'over' })).toMatchObject({ locked: true });
  await decideNewest();
  expect(await by('admin').call(customers.read, { id })).toMatchObject({ locked: false, lockProposer: null });
});

test('one operator stops a bounded number of customers within an hour, and an alarm names who met the bound', async () => {
  const ids: number[] = [];
  for (let index = 0; index < 13; index++) ids.push(Number((await register(`carl${index}`)).id));
  const hasty = await testConsole.operator('hasty.support', 'support');
  const outcomes: boolean[] = [];
  for (const id of ids) {
    const locking = hasty.call(customers.lock, { id, kind: 'support', reason: 'all of them' });
    outcomes.push(
      await locking.then(
        () => true,
        () => false,
      ),
    );
  }
  expect(outcomes.filter(Boolean)).toHaveLength(12);
  const [last = 0] = ids.slice(-1);
  await expect(hasty.call(customers.endSessions, { id: last })).rejects.toMatchObject({ code: Code.tooManyRequests });
  // A process that starts checks immediately.
  await testConsole.money.exchange.restart();
  const raised = async () => (await by('admin').call(dashboard.read, {})).alarms;
  await expect.poll(raised).toContainEqual(expect.objectContaining({ kind: 'manyStops', detail: 'hasty.support: 12' }));
});
