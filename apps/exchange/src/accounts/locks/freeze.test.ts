import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPassport, testPassword, type TestPassport } from '../../../testing/test-passport.ts';

const path = '/api/user/freeze.html';
const email = 'anna@mail.example';
let it: TestPassport;

beforeAll(async () => {
  it = await startTestPassport();
});
afterAll(() => it.close());

const login = (password: string, lang = 'en') =>
  it.http.post('/api/passport/login.html', { fields: { email, password, lang } });

test('refuses without a token, without the password, and with a wrong one', async () => {
  const { token } = await it.register('ben@mail.example');
  const freeze = (fields: Record<string, string>, of = token) => it.http.post(path, { token: of, fields });
  expect((await freeze({ password: testPassword }, '')).body.code).toBe(1001);
  expect((await freeze({})).body).toMatchObject({ code: 400, data: { fields: { password: '字段不能为空' } } });
  expect((await freeze({ password: 'wrong', lang: 'en' })).body).toMatchObject({
    code: 1101,
    message: 'Wrong password',
  });
  expect((await it.http.get('/api/user/read.html', { token })).body.code).toBe(200);
});

test('locks my account: every session ends, and a right password answers 401', async () => {
  const { token } = await it.register(email);
  const other = (await login(testPassword)).body.data as { token: string };
  const answer = await it.http.post(path, { token, fields: { password: testPassword, lang: 'en' } });
  expect(answer.body).toEqual({ code: 200, message: 'OK', data: null });
  for (const ended of [token, other.token]) {
    expect((await it.http.get('/api/user/read.html', { token: ended })).body.code).toBe(1001);
  }
  const message = 'This account is locked. Please contact support';
  expect((await login(testPassword)).body).toEqual({ code: 401, message, data: null });
  expect((await login(testPassword, 'zh')).body.message).toBe('账户已冻结，请联系客服');
  expect(it.mailbox.mails(email)[0]?.subject).toBe('FFT: Your account was locked');
});

test('who does not know the password does not learn that it is locked', async () => {
  expect((await login('wrong')).body).toMatchObject({ code: 1101 });
});

test('a new password does not unlock it', async () => {
  await it.http.post('/api/passport/foremail.html', { fields: { email } });
  const code = it.mailbox.mails(email)[0]?.code ?? '';
  const password = 'quite another horse';
  const fields = { email, code, password, passwordConfirm: password };
  expect((await it.http.post('/api/passport/forget.html', { fields })).body.code).toBe(200);
  expect((await login(password)).body.code).toBe(401);
});
