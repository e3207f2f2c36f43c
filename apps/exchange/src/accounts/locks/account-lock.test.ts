import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestAccounts, testPassword, type TestAccounts } from '../../../testing/test-accounts.ts';
import { readAudit } from '../../audit/audit.ts';
import { lockAccount, unlockAccount } from './account-lock.ts';

const email = 'anna@mail.example';
let server: TestAccounts;

beforeAll(async () => {
  server = await startTestAccounts();
});
afterAll(() => server.close());

/** No event comes from another process here: sessions end because this one hears of it. */
const ending = () => ({ db: server.database.db, hear: server.accounts.account.sessions.hear });

const login = () =>
  server.http.post('/api/passport/login.html', { fields: { email, password: testPassword, lang: 'en' } });

test("an operator's lock and unlock are each recorded once in the audit log", async () => {
  const { token, user } = await server.register(email);
  const act = { customer: Number(user.id), operator: 'olga', time: server.clock.time };
  const { db } = server.database;
  expect((await server.http.get('/api/user/read.html', { token })).body.code).toBe(200);
  expect(await lockAccount(ending(), act)).toBe(true);
  expect(await lockAccount(ending(), act)).toBe(false);
  expect((await server.http.get('/api/user/read.html', { token })).body.code).toBe(1001);
  expect((await login()).body).toEqual({
    code: 401,
    message: 'Support locked this account. Contact support to learn why',
    data: { lockedBy: 'operator', lockedAt: act.time },
  });
  expect(await unlockAccount(db, act)).toBe(true);
  expect(await unlockAccount(db, act)).toBe(false);
  expect((await login()).body).toMatchObject({ code: 200 });
  expect(await readAudit(db, { limit: 10 })).toMatchObject([
    { act: 'account.unlock', before: { lockedBy: 'operator' } },
    { act: 'account.lock', operator: 'olga', target: `customer ${user.id}` },
  ]);
  expect(await lockAccount(ending(), { ...act, customer: 1 })).toBe(false);
});

test('a locked account has a queued halt, unless only the lock was requested', async () => {
  const { user } = await server.register('ben@mail.example');
  const { db } = server.database;
  const act = { customer: Number(user.id), operator: 'olga', time: server.clock.time };
  const owed = () => db.selectFrom('owed_stops').select(['customer', 'operator']).execute();
  expect(await lockAccount(ending(), { ...act, cancel: false })).toBe(true);
  expect(await owed()).toEqual([]);
  expect(await unlockAccount(db, act)).toBe(true);
  expect(await lockAccount(ending(), act)).toBe(true);
  expect(await owed()).toEqual([{ customer: act.customer, operator: 'olga' }]);
  expect(await unlockAccount(db, act)).toBe(true);
  expect(await owed()).toEqual([]);
});
