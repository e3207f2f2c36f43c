import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPassport, testPassword, type TestPassport } from '../../../testing/test-passport.ts';
import { readAudit } from '../../audit/audit.ts';
import { lockAccount, unlockAccount } from './account-lock.ts';

const email = 'anna@mail.example';
let it: TestPassport;

beforeAll(async () => {
  it = await startTestPassport();
});
afterAll(() => it.close());

const login = () => it.http.post('/api/passport/login.html', { fields: { email, password: testPassword, lang: 'en' } });

test('an operator locks an account and unlocks it; each is written down once', async () => {
  const { token, user } = await it.register(email);
  const act = { customer: Number(user.id), operator: 'olga', time: it.clock.time };
  const { db } = it.database;
  expect(await lockAccount(db, act)).toBe(true);
  expect(await lockAccount(db, act)).toBe(false);
  it.clock.time += 5000;
  expect((await it.http.get('/api/user/read.html', { token })).body.code).toBe(1001);
  expect((await login()).body).toMatchObject({ code: 401 });
  expect(await unlockAccount(db, act)).toBe(true);
  expect(await unlockAccount(db, act)).toBe(false);
  expect((await login()).body).toMatchObject({ code: 200 });
  expect(await readAudit(db, { limit: 10 })).toMatchObject([
    { act: 'account.unlock', before: { lockedBy: 'operator' } },
    { act: 'account.lock', operator: 'olga', target: `customer ${user.id}` },
  ]);
  expect(await lockAccount(db, { ...act, customer: 1 })).toBe(false);
});

test('a stop is owed as long as the account is locked, unless it is to be locked alone', async () => {
  const { user } = await it.register('ben@mail.example');
  const { db } = it.database;
  const act = { customer: Number(user.id), operator: 'olga', time: it.clock.time };
  const owed = () => db.selectFrom('owed_stops').select(['customer', 'operator']).execute();
  expect(await lockAccount(db, { ...act, cancel: false })).toBe(true);
  expect(await owed()).toEqual([]);
  expect(await unlockAccount(db, act)).toBe(true);
  expect(await lockAccount(db, act)).toBe(true);
  expect(await owed()).toEqual([{ customer: act.customer, operator: 'olga' }]);
  expect(await unlockAccount(db, act)).toBe(true);
  expect(await owed()).toEqual([]);
});
