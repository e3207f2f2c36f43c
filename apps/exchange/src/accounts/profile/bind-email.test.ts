import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestAccounts, testPassword, type TestAccounts } from '../../../testing/test-accounts.ts';
import { newestCode } from '../../../testing/newest-code.ts';

const path = '/api/user/bindemail.html';
const dayMs = 86_400_000;
let server: TestAccounts;
let old: string;
let fresh: string;
let token: string;
let customer: number;
let tests = 0;

beforeAll(async () => {
  server = await startTestAccounts();
});
beforeEach(async () => {
  old = `old${++tests}@mail.example`;
  fresh = `fresh${tests}@mail.example`;
  const entered = await server.register(old);
  token = entered.token;
  customer = Number(entered.user.id);
});
afterAll(() => server.close());

async function codes(): Promise<{ code: string; oldCode: string }> {
  await server.http.get('/api/user/passemail.html', { token, fields: { type: 'bind', email: fresh } });
  await server.http.get('/api/user/passemail.html', { token, fields: { type: 'bind' } });
  return { code: newestCode(server.mailbox.mails(fresh)), oldCode: newestCode(server.mailbox.mails(old)) };
}
const bind = (fields: Record<string, string>) =>
  server.http.post(path, { token, fields: { lang: 'en', email: fresh, ...fields } });
const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');

test('replaces the address: log-in needs the new one, other sessions end, withdrawals are held, the old one is notified', async () => {
  const other = await server.http.post('/api/passport/login.html', { fields: { email: old, password: testPassword } });
  const answer = await bind(await codes());
  expect(answer.body).toMatchObject({
    code: 200,
    data: { email: `f***${tests}@mail.example`, holdUntil: server.clock.time + dayMs },
  });
  const { token: otherToken } = other.body.data as { token: string };
  expect((await server.http.get('/api/user/read.html', { token: otherToken })).body.code).toBe(1001);
  expect((await server.http.get('/api/user/read.html', { token })).body.code).toBe(200);
  const login = (email: string) =>
    server.http.post('/api/passport/login.html', { fields: { email, password: testPassword } });
  expect((await login(fresh)).body.code).toBe(200);
  expect((await login(old)).body.code).toBe(1101);
  await server.sendWarnings();
  expect(server.mailbox.mails(old)[0]?.subject).toBe('FFT: 绑定邮箱已更换');
});

test('the first address needs no old code and brings no hold', async () => {
  await server.database.db.updateTable('customers').set({ email: null }).where('id', '=', customer).execute();
  await server.http.get('/api/user/passemail.html', { token, fields: { type: 'bind', email: fresh } });
  const answer = await bind({ code: newestCode(server.mailbox.mails(fresh)) });
  expect(answer.body).toMatchObject({ code: 200, data: { email: `f***${tests}@mail.example` } });
  expect(answer.body.data).not.toHaveProperty('holdUntil');
});

test('one of the two codes is not enough, and neither is used up', async () => {
  const { code, oldCode } = await codes();
  const blank = 'Fields cannot be blank';
  expect((await bind({ code })).body).toEqual({ code: 400, message: blank, data: { fields: { oldCode: blank } } });
  const wrong = { code: 1102, message: 'The verification code is wrong or has expired', data: null };
  expect((await bind({ code, oldCode: otherThan(oldCode) })).body).toEqual(wrong);
  expect((await bind({ code: otherThan(code), oldCode })).body).toEqual(wrong);
  expect((await bind({ code: otherThan(code), oldCode, lang: 'zh' })).body.message).toBe('验证码错误或已失效');
  expect((await bind({ code, oldCode })).body.code).toBe(200);
});

test('a code that another customer requested is refused', async () => {
  const { oldCode } = await codes();
  const stranger = await server.register(`stranger${tests}@mail.example`);
  await server.http.get('/api/user/passemail.html', { token: stranger.token, fields: { type: 'bind', email: fresh } });
  expect((await bind({ code: newestCode(server.mailbox.mails(fresh)), oldCode })).body.code).toBe(1102);
});

test('an address that was registered since is refused only to the owner of the mailbox', async () => {
  const both = await codes();
  await server.register(fresh);
  const taken = await bind(both);
  expect(taken.body).toEqual({ code: 409, message: 'This address already has an account. Log in instead', data: null });
  expect((await server.http.get('/api/user/read.html', { token })).body).toMatchObject({
    data: { email: `o***${tests}@mail.example` },
  });
});

test('the address that is already bound and bad fields are refused at the field', async () => {
  expect((await bind({ email: old, code: '123456', oldCode: '123456', lang: 'zh' })).body).toMatchObject({
    code: 400,
    data: { fields: { email: '该邮箱已绑定在您的账户上' } },
  });
  expect((await bind({ email: 'x', code: '1', oldCode: 'y' })).body).toMatchObject({
    code: 400,
    data: {
      fields: {
        email: 'This is not an e-mail address',
        code: 'The code has 6 digits',
        oldCode: 'The code has 6 digits',
      },
    },
  });
});

test('a call without a token is refused with 1001', async () => {
  expect((await server.http.post(path, { fields: { email: fresh, code: '123456' } })).body.code).toBe(1001);
});
