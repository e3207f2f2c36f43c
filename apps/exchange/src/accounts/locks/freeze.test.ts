import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestAccounts, testPassword, type TestAccounts } from '../../../testing/test-accounts.ts';
import { newestCode } from '../../../testing/newest-code.ts';

const path = '/api/user/freeze.html';
const email = 'anna@mail.example';
let server: TestAccounts;

beforeAll(async () => {
  server = await startTestAccounts();
});
afterAll(() => server.close());

const login = (password: string, lang = 'en') =>
  server.http.post('/api/passport/login.html', { fields: { email, password, lang } });

test('is refused without a token, without the password and with a wrong password', async () => {
  const { token } = await server.register('ben@mail.example');
  const freeze = (fields: Record<string, string>, of = token) => server.http.post(path, { token: of, fields });
  expect((await freeze({ password: testPassword }, '')).body.code).toBe(1001);
  expect((await freeze({})).body).toMatchObject({ code: 400, data: { fields: { password: '字段不能为空' } } });
  expect((await freeze({ password: 'wrong', lang: 'en' })).body).toMatchObject({
    code: 1101,
    message: 'Wrong password',
  });
  expect((await server.http.get('/api/user/read.html', { token })).body.code).toBe(200);
});

test("locks the customer's account: every session ends, and a right password gets 401", async () => {
  const { token } = await server.register(email);
  const other = (await login(testPassword)).body.data as { token: string };
  const answer = await server.http.post(path, { token, fields: { password: testPassword, lang: 'en' } });
  expect(answer.body).toEqual({ code: 200, message: 'OK', data: null });
  for (const ended of [token, other.token]) {
    expect((await server.http.get('/api/user/read.html', { token: ended })).body.code).toBe(1001);
  }
  const message = 'You froze this account. Contact support to unfreeze it';
  const data = { lockedBy: 'self', lockedAt: server.clock.time };
  expect((await login(testPassword)).body).toEqual({ code: 401, message, data });
  expect((await login(testPassword, 'zh')).body.message).toBe('您已冻结此账户，请联系客服解冻');
  await server.sendWarnings();
  expect(server.mailbox.mails(email)[0]?.subject).toBe('FFT: 账户已冻结');
});

test('a wrong password does not reveal that the account is locked', async () => {
  expect((await login('wrong')).body).toMatchObject({ code: 1101 });
});

test('a password reset does not unlock the account', async () => {
  await server.http.post('/api/passport/foremail.html', { fields: { email } });
  const code = newestCode(server.mailbox.mails(email));
  const password = 'quite another horse';
  const fields = { email, code, password, passwordConfirm: password };
  expect((await server.http.post('/api/passport/forget.html', { fields })).body.code).toBe(200);
  expect((await login(password)).body.code).toBe(401);
});
