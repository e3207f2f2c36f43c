import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestPassport, testPassword, type TestPassport } from '../../../testing/test-passport.ts';

const path = '/api/user/bindemail.html';
const dayMs = 86_400_000;
let it: TestPassport;
let old: string;
let fresh: string;
let token: string;
let customer: number;
let tests = 0;

beforeAll(async () => {
  it = await startTestPassport();
});
beforeEach(async () => {
  old = `old${++tests}@mail.example`;
  fresh = `fresh${tests}@mail.example`;
  const entered = await it.register(old);
  token = entered.token;
  customer = Number(entered.user.id);
});
afterAll(() => it.close());

async function codes(): Promise<{ code: string; oldCode: string }> {
  await it.http.get('/api/user/passemail.html', { token, fields: { type: 'bind', email: fresh } });
  await it.http.get('/api/user/passemail.html', { token, fields: { type: 'bind' } });
  return { code: it.mailbox.mails(fresh)[0]?.code ?? '', oldCode: it.mailbox.mails(old)[0]?.code ?? '' };
}
const bind = (fields: Record<string, string>) =>
  it.http.post(path, { token, fields: { lang: 'en', email: fresh, ...fields } });
const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');

test('replaces the address: log-in is by the new one, other sessions end, withdrawals are held, the old one is told', async () => {
  const other = await it.http.post('/api/passport/login.html', { fields: { email: old, password: testPassword } });
  const answer = await bind(await codes());
  expect(answer.body).toMatchObject({
    code: 200,
    data: { email: `f***${tests}@mail.example`, holdUntil: it.clock.time + dayMs },
  });
  const { token: otherToken } = other.body.data as { token: string };
  expect((await it.http.get('/api/user/read.html', { token: otherToken })).body.code).toBe(1001);
  expect((await it.http.get('/api/user/read.html', { token })).body.code).toBe(200);
  const login = (email: string) =>
    it.http.post('/api/passport/login.html', { fields: { email, password: testPassword } });
  expect((await login(fresh)).body.code).toBe(200);
  expect((await login(old)).body.code).toBe(1101);
  expect(it.mailbox.mails(old)[0]?.subject).toBe('FFT: Your e-mail address was replaced');
});

test('the first address needs no old code and brings no hold', async () => {
  await it.database.db.updateTable('customers').set({ email: null }).where('id', '=', customer).execute();
  await it.http.get('/api/user/passemail.html', { token, fields: { type: 'bind', email: fresh } });
  const answer = await bind({ code: it.mailbox.mails(fresh)[0]?.code ?? '' });
  expect(answer.body).toMatchObject({ code: 200, data: { email: `f***${tests}@mail.example` } });
  expect(answer.body.data).not.toHaveProperty('holdUntil');
});

test('either code alone is not enough, and nothing is used up by that', async () => {
  const { code, oldCode } = await codes();
  const blank = 'Fields cannot be blank';
  expect((await bind({ code })).body).toEqual({ code: 400, message: blank, data: { fields: { oldCode: blank } } });
  const wrong = { code: 1102, message: 'The verification code is wrong or has expired', data: null };
  expect((await bind({ code, oldCode: otherThan(oldCode) })).body).toEqual(wrong);
  expect((await bind({ code: otherThan(code), oldCode })).body).toEqual(wrong);
  expect((await bind({ code: otherThan(code), oldCode, lang: 'zh' })).body.message).toBe('验证码错误或已失效');
  expect((await bind({ code, oldCode })).body.code).toBe(200);
});

test('the code that somebody else asked for is none', async () => {
  const { oldCode } = await codes();
  const stranger = await it.register(`stranger${tests}@mail.example`);
  await it.http.get('/api/user/passemail.html', { token: stranger.token, fields: { type: 'bind', email: fresh } });
  expect((await bind({ code: it.mailbox.mails(fresh)[0]?.code ?? '', oldCode })).body.code).toBe(1102);
});

test('an address that got an account in the meantime is told to who owns the mailbox', async () => {
  const both = await codes();
  await it.register(fresh);
  const taken = await bind(both);
  expect(taken.body).toEqual({ code: 409, message: 'This address already has an account: please log in', data: null });
  expect((await it.http.get('/api/user/read.html', { token })).body).toMatchObject({
    data: { email: `o***${tests}@mail.example` },
  });
});

test('the address that is bound already, and bad fields, are told', async () => {
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

test('no token is 1001', async () => {
  expect((await it.http.post(path, { fields: { email: fresh, code: '123456' } })).body.code).toBe(1001);
});
