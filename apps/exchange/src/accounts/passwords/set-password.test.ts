import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestAccounts, testLimits, testPassword, type TestAccounts } from '../../../testing/test-accounts.ts';
import { newestCode } from '../../../testing/newest-code.ts';

const path = '/api/user/setpass.html';
const dayMs = 86_400_000;
let server: TestAccounts;
let email: string;
let token: string;
let customer: number;
let tests = 0;

beforeAll(async () => {
  const many = { ...testLimits.login, perMinutePerIp: 1000 };
  server = await startTestAccounts({ limits: { ...testLimits, login: many } });
});
beforeEach(async () => {
  email = `anna${++tests}@mail.example`;
  const entered = await server.register(email);
  token = entered.token;
  customer = Number(entered.user.id);
});
afterAll(() => server.close());

async function codeFor(type: string): Promise<string> {
  await server.http.get('/api/user/passemail.html', { token, fields: { type } });
  return newestCode(server.mailbox.mails(email));
}
const set = (type: string, fields: Record<string, string>) =>
  server.http.post(`${path}?type=${type}`, { token, fields: { lang: 'en', ...fields } });
const has = async () => ((await server.http.get('/api/user/read.html', { token })).body.data as { has: object }).has;
const loginForm = (code: string) => ({
  code,
  oldPassword: testPassword,
  password: 'quite another horse',
  passwordConfirm: 'quite another horse',
});
const payForm = (code: string, digits = '295817') => ({ code, password: digits, passwordConfirm: digits });
const wrongCode = { code: 1102, message: 'The verification code is wrong or has expired', data: null };

describe('the log-in password', () => {
  test('is changed: other sessions end, this one continues, and withdrawals are held', async () => {
    const other = await server.http.post('/api/passport/login.html', { fields: { email, password: testPassword } });
    const { token: otherToken } = other.body.data as { token: string };
    expect((await set('login', loginForm(await codeFor('login')))).body).toEqual({
      code: 200,
      message: 'OK',
      data: null,
    });
    expect((await server.http.get('/api/user/read.html', { token: otherToken })).body.code).toBe(1001);
    expect((await server.http.get('/api/user/read.html', { token })).body).toMatchObject({
      code: 200,
      data: { holdUntil: server.clock.time + dayMs },
    });
    const fields = { email, password: 'quite another horse' };
    expect((await server.http.post('/api/passport/login.html', { fields })).body.code).toBe(200);
    await server.sendWarnings();
    expect(server.mailbox.mails(email)[0]?.subject).toBe('FFT: 登录密码已修改');
  });

  test('a wrong old password gets 1101, counts as a failed log-in, and does not use up the code', async () => {
    const code = await codeFor('login');
    const wrong = await set('login', { ...loginForm(code), oldPassword: 'not it' });
    expect(wrong.body).toEqual({ code: 1101, message: 'Wrong password', data: null });
    const chinese = await set('login', { ...loginForm(code), oldPassword: 'not it', lang: 'zh' });
    expect(chinese.body.message).toBe('密码错误');
    for (let tried = 2; tried < 4; tried++) await set('login', { ...loginForm(code), oldPassword: 'not it' });
    expect((await set('login', loginForm(code))).body.code).toBe(200);
  });

  test('the sixth wrong password within a minute is refused', async () => {
    const codes: number[] = [];
    for (let tried = 0; tried < 6; tried++) {
      const { body } = await set('login', { ...loginForm(await codeFor('login')), oldPassword: 'not it' });
      codes.push(body.code);
    }
    expect(codes).toEqual([1101, 1101, 1101, 1101, 1101, 429]);
  });

  test('a code for another purpose or of another customer is refused', async () => {
    expect((await set('login', loginForm(await codeFor('pay')))).body).toEqual(wrongCode);
    const mine = await codeFor('login');
    const stranger = await server.register(`stranger${tests}@mail.example`);
    const answer = await server.http.post(`${path}?type=login`, { token: stranger.token, fields: loginForm(mine) });
    expect(answer.body.code).toBe(1102);
  });

  test.each<[string, string, string, string]>([
    ['oldPassword', '', '字段不能为空', 'Fields cannot be blank'],
    ['password', 'short', '密码至少 8 个字符', 'The password needs at least 8 characters'],
    ['password', 'password123', '该密码过于常见，请换一个', 'This password is too common. Choose another'],
    ['passwordConfirm', 'something else', '两次密码不一致', 'The two passwords do not match'],
  ])('%s "%s" is refused at its field', async (field, value, zh, en) => {
    const fields = { ...loginForm('123456'), [field]: value };
    expect((await set('login', fields)).body).toEqual({ code: 400, message: en, data: { fields: { [field]: en } } });
    expect((await set('login', { ...fields, lang: 'zh' })).body.message).toBe(zh);
  });
});

describe('the transaction password', () => {
  const origin = { ip: '127.0.0.1', session: 'a session' };
  const verify = (digits: string) => server.accounts.account.payPassword.verify(customer, digits, origin);

  test('is set without a hold the first time, and with one afterwards', async () => {
    expect(await has()).toMatchObject({ payPassword: false });
    expect((await set('pay', payForm(await codeFor('pay')))).body).toEqual({ code: 200, message: 'OK', data: null });
    expect(await has()).toMatchObject({ payPassword: true });
    expect(await server.accounts.account.holds.until(customer)).toBeNull();
    await expect(verify('295817')).resolves.toBeUndefined();
    await set('pay', payForm(await codeFor('pay'), '730264'));
    expect(await server.accounts.account.holds.until(customer)).toBe(server.clock.time + dayMs);
    await expect(verify('295817')).rejects.toMatchObject({ kind: 'wrongPayPassword', data: { left: 4 } });
    const [row] = await server.database.db
      .selectFrom('pay_passwords')
      .selectAll()
      .where('customer', '=', customer)
      .execute();
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  });

  test.each<[string, string, string, string]>([
    ['password', '12345', '交易密码为 6 位数字', 'The transaction password has 6 digits'],
    ['password', 'abcdef', '交易密码为 6 位数字', 'The transaction password has 6 digits'],
    ['password', '777777', '该交易密码过于简单，请换一个', 'This is too easy to guess. Choose other digits'],
    ['password', '890123', '该交易密码过于简单，请换一个', 'This is too easy to guess. Choose other digits'],
    ['password', '654321', '该交易密码过于简单，请换一个', 'This is too easy to guess. Choose other digits'],
    ['passwordConfirm', '111222', '两次密码不一致', 'The two passwords do not match'],
    ['code', '', '字段不能为空', 'Fields cannot be blank'],
  ])('%s "%s" is refused at its field', async (field, value, zh, en) => {
    const fields = { ...payForm('123456'), [field]: value };
    expect((await set('pay', fields)).body).toEqual({ code: 400, message: en, data: { fields: { [field]: en } } });
    expect((await set('pay', { ...fields, lang: 'zh' })).body.message).toBe(zh);
  });

  test('is not set by a wrong code', async () => {
    const code = await codeFor('pay');
    expect((await set('pay', payForm(code === '000000' ? '000001' : '000000'))).body).toEqual(wrongCode);
    await expect(verify('295817')).rejects.toMatchObject({ kind: 'payPasswordNotSet', name: 'payPasswordNotSet' });
  });

  test('of 100 concurrent guesses five are checked, then none for a day, not even the right one', async () => {
    await set('pay', payForm(await codeFor('pay')));
    const guesses = Array.from({ length: 100 }, (_, index) => verify(String(300_000 + index)));
    const results = await Promise.allSettled(guesses);
    const left = results.map((result) => (result as { reason: { data: { left: number } } }).reason.data.left);
    expect(left.filter((count) => count > 0).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
    const until = server.clock.time + dayMs;
    await expect(verify('295817')).rejects.toMatchObject({
      kind: 'wrongPayPassword',
      name: 'payPasswordHeld',
      data: { left: 0, until },
    });
    server.clock.time += dayMs;
    await expect(verify('300000')).rejects.toMatchObject({ kind: 'wrongPayPassword', data: { left: 4 } });
    await expect(verify('295817')).resolves.toBeUndefined();
    await expect(verify('300000')).rejects.toMatchObject({ kind: 'wrongPayPassword', data: { left: 4 } });
  });

  test('a guess that is refused unchecked because the queue is full does not count', async () => {
    const password = { ...testLimits.password, memoryKib: 19 * 1024, passes: 2, maxRunning: 1, maxWaiting: 20 };
    const busy = await startTestAccounts({ limits: { ...testLimits, password } });
    const { user } = await busy.register('busy@mail.example');
    const { payPassword, passwords } = busy.accounts.account;
    const requester = { rank: 'known', from: origin.session } as const;
    const hash = await passwords.hash('295817', requester);
    await busy.database.db
      .transaction()
      .execute((transaction) => payPassword.set(transaction, Number(user.id), hash).then(() => undefined));
    const stopped = new AbortController();
    // Each comes from another source, so that none is dropped for a source with fewer waiting calls.
    const others = Array.from({ length: 21 }, async (_, index) => {
      const from = `other ${index}`;
      while (!stopped.signal.aborted) await passwords.hash('another', { ...requester, from });
    });
    const guesses = Array.from({ length: 5 }, () => payPassword.verify(Number(user.id), '295817', origin));
    const refused = await Promise.allSettled(guesses);
    stopped.abort();
    await Promise.all(others);
    for (const each of refused)
      expect(each).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable', name: 'busy' } });
    await expect(payPassword.verify(Number(user.id), '000000', origin)).rejects.toMatchObject({ data: { left: 4 } });
    await expect(payPassword.verify(Number(user.id), '295817', origin)).resolves.toBeUndefined();
    await busy.close();
  });

  test('is checked again after it was reset by a code', async () => {
    await set('pay', payForm(await codeFor('pay')));
    await Promise.allSettled(Array.from({ length: 5 }, () => verify('300000')));
    await set('pay', payForm(await codeFor('pay'), '730264'));
    await expect(verify('730264')).resolves.toBeUndefined();
  });
});

test.each(['', 'card'])('type "%s" is refused at the field', async (type) => {
  const { body } = await set(type, payForm('123456'));
  expect(body).toMatchObject({ code: 400, data: { fields: { type: 'This is not one of the choices' } } });
});

test('a call without a token is refused with 1001', async () => {
  expect((await server.http.post(`${path}?type=pay`, { fields: payForm('123456') })).body.code).toBe(1001);
});
