import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestAccounts, type TestAccounts } from '../../../testing/test-accounts.ts';
import { signText } from '../../../testing/test-api-key.ts';
import { createApiKeys, type ApiKeys } from './api-keys.ts';

/** The parts alone, without notifications: what ends here ends because this process forgets it. */
let server: TestAccounts;
let keys: ApiKeys;
let customer: number;

beforeAll(async () => {
  server = await startTestAccounts();
  const { account } = server.accounts;
  const [{ db }, { log }] = [server.database, server.http.api];
  const secret = 'secret of the tests';
  keys = createApiKeys({
    stopsPerHour: 2,
    account,
    db,
    secret,
    onCreated: async () => undefined,
    log,
    now: () => server.clock.time,
  });
  account.sessions.onEnd(keys.verifier.forget);
  customer = Number((await server.register('anna@mail.example')).user.id);
});
afterAll(() => server.close());

test('a key that an operator revoked is refused in this process before the operator has the answer', async () => {
  const { id, secret } = await keys.replaceAll(customer, { name: 'bot', rights: ['read'] });
  const use = () => {
    const [time, address] = [server.clock.time, '127.0.0.1'];
    return keys.verifier.verifySignedRequest({
      apiKey: id,
      rawQuery: signText(secret, '', time),
      rawBody: '',
      now: time,
      address,
    });
  };
  expect(await use()).toMatchObject({ ok: true });
  expect(await keys.ofCustomers.revoke({ customer, id, operator: 'olga' })).toBe(true);
  expect(await use()).toEqual({ ok: false, reason: 'keyUnknown' });
});

test('one operator revokes a bounded number of keys within an hour', async () => {
  const revoke = async (operator: string) => {
    const { id } = await keys.replaceAll(customer, { name: 'bot', rights: ['read'] });
    return keys.ofCustomers.revoke({ customer, id, operator });
  };
  expect([await revoke('hasty'), await revoke('hasty')]).toEqual([true, true]);
  await expect(revoke('hasty')).rejects.toMatchObject({ name: 'tooManyStops' });
  expect(await revoke('calm')).toBe(true);
  server.clock.time += 3_600_001;
  expect(await revoke('hasty')).toBe(true);
});
