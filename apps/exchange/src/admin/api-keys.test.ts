import { consoleCalls, forbiddenCode } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestKey, sendRaw, signText } from '../../testing/test-api-key.ts';
import { startTestConsole, type TestConsole } from '../../testing/test-console.ts';
import { readAudit } from '../audit/audit.ts';

let testConsole: TestConsole;

beforeAll(async () => {
  testConsole = await startTestConsole();
});
afterAll(() => testConsole.money.exchange.stop());

const { customers } = consoleCalls;

test('operators see a customer’s keys and revoke them, with a record of who did', async () => {
  const { exchange } = testConsole.money;
  const anna = await testConsole.money.customer('keyholder');
  const key = await createTestKey(exchange, { customer: anna, name: 'keyholder' }, { rights: 'read' });
  const id = Number(anna.id);
  // The console's tests move the clock.
  const use = () =>
    sendRaw(exchange.url, key.key.id, {
      path: calls.user.read.path,
      query: signText(key.secret, '', testConsole.money.clock.time),
    });
  expect(await use()).toMatchObject({ code: Code.ok });
  const reader = await testConsole.operator('reads.keys', 'content');
  await expect(reader.call(customers.revokeApiKey, { id, key: key.key.id })).rejects.toMatchObject({
    code: forbiddenCode,
  });
  const support = await testConsole.operator('revokes.keys', 'support');
  expect(await support.call(customers.apiKeys, { id })).toMatchObject([{ id: key.key.id, rights: ['read'] }]);
  await expect(support.call(customers.revokeApiKey, { id, key: '0'.repeat(64) })).rejects.toMatchObject({
    code: Code.notFound,
  });
  await support.call(customers.revokeApiKey, { id, key: key.key.id });
  expect(await use()).toMatchObject({ code: Code.apiKeyInvalid });
  const [act] = await readAudit(exchange.database.db, { limit: 1, act: 'account.revokeApiKey' });
  expect(act).toMatchObject({ operator: 'revokes.keys', target: `customer ${id}`, after: { apiKey: key.key.id } });
});
