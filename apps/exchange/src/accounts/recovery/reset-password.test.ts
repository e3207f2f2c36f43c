import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestAnswer } from '../../../testing/test-api.ts';
import {
  enteredOf,
  formOf,
  startTestAccounts,
  testLimits,
  testPassword,
  type TestAccounts,
} from '../../../testing/test-accounts.ts';
import { newestCode } from '../../../testing/newest-code.ts';

const asking = '/api/passport/foremail.html';
const path = '/api/passport/forget.html';
const login = '/api/passport/login.html';
const dayMs = 86_400_000;
const newPassword = 'quite another horse';
let server: TestAccounts;
let email: string;
let tests = 0;

beforeAll(async () => {
  const many = { ...testLimits.login, perMinutePerAccount: 1000, perHourPerAccount: 1000, perMinutePerIp: 1000 };
  server = await startTestAccounts({ limits: { ...testLimits, login: many } });
});
beforeEach(() => {
  email = `anna${++tests}@mail.example`;
});
afterAll(() => server.close());

const ask = (of: string, lang = 'en') => server.http.post(asking, { fields: { email: of, lang } });
const forget = (fields: Record<string, string>) => server.http.post(path, { fields: { lang: 'en', ...fields } });
const newForm = (code: string, of = email) => ({
  email: of,
  code,
  password: newPassword,
  passwordConfirm: newPassword,
});
const wrongCode = { code: 1102, message: 'The verification code is wrong or has expired', data: null };

async function codeFor(of: string): Promise<string> {
  await ask(of);
  return newestCode(server.mailbox.mails(of));
}

/** Removes the flow, the only part in which two responses may differ. */
const withoutFlow = ({ text }: TestAnswer): string => text.replace(/"flow":"[0-9a-f-]{36}"/, '');

describe('requestPasswordReset', () => {
  test('sends a code in the language of the call', async () => {
    await server.register(email);
    expect((await ask(` ${email.toUpperCase()}`)).body).toEqual({
      code: 200,
      message: 'OK',
      data: { resendAfter: 60, flow: expect.any(String) as unknown },
    });
    expect(server.mailbox.mails(email)[0]).toMatchObject({
      code: expect.stringMatching(/^\d{6}$/) as unknown,
      subject: expect.stringContaining('Your FFT password reset code') as unknown,
    });
    await ask(email, 'zh');
    expect(server.mailbox.mails(email)[0]?.subject).toContain('FFT 重置密码验证码');
  });

  test('an unknown address gets the same bytes, no code, and a mail that says that it has no account', async () => {
    await server.register(email);
    const known = await ask(email);
    const unknown = await ask('nobody@mail.example');
    expect(withoutFlow(unknown)).toBe(withoutFlow(known));
    const [mail] = server.mailbox.mails('nobody@mail.example');
    expect(mail?.subject).toBe('This address has no account at FFT');
    expect(mail).not.toHaveProperty('code');
    await ask('nobody@mail.example', 'zh');
    expect(server.mailbox.mails('nobody@mail.example')[0]?.subject).toBe('此邮箱没有 FFT 账户');
  });

  test('the mail carries the anti-phishing code, as text', async () => {
    const { token } = await server.register(email);
    await server.http.post('/api/user/setinfo.html', { token, fields: { antiPhishing: '红 & 蓝 7' } });
    await ask(email);
    expect(server.mailbox.mails(email)[0]?.text).toContain('Your anti-phishing code: 红 & 蓝 7');
  });

  test('a blank or malformed address is refused at the field', async () => {
    expect((await ask('')).body).toMatchObject({ code: 400, message: 'Fields cannot be blank' });
    expect((await ask('anna', 'zh')).body).toMatchObject({ code: 400, data: { fields: { email: '邮箱格式不正确' } } });
  });

  test('codes to one address are limited, with and without an account', async () => {
    const limits = { ...testLimits, code: { ...testLimits.code, perMinute: 1 } };
    const limited = await startTestAccounts({ limits });
    for (const of of ['anna@mail.example', 'nobody@mail.example']) {
      const fields = { email: of, lang: 'en' };
      expect((await limited.http.post(asking, { fields })).body.code).toBe(200);
      expect((await limited.http.post(asking, { fields })).body).toMatchObject({
        code: 429,
        data: { retryAfter: expect.any(Number) as unknown },
      });
    }
    await limited.close();
  });
});

describe('resetPassword', () => {
  test('sets the password, ends all sessions and holds withdrawals for 24 hours', async () => {
    const { token } = await server.register(email);
    const answer = await forget(newForm(await codeFor(email)));
    expect(answer.body).toEqual({ code: 200, message: 'OK', data: null });
    expect((await server.http.get('/api/user/read.html', { token })).body.code).toBe(1001);
    expect((await server.http.post(login, { fields: { email, password: testPassword } })).body.code).toBe(1101);
    const entered = enteredOf(await server.http.post(login, { fields: { email, password: newPassword } }));
    const until = server.clock.time + dayMs;
    expect(entered.user.holdUntil).toBe(until);
    const { holds } = server.accounts.account;
    expect(await holds.until(Number(entered.user.id))).toBe(until);
    server.clock.time += dayMs;
    expect(await holds.until(Number(entered.user.id))).toBeNull();
  });

  test('notifies the owner by mail', async () => {
    await server.register(email);
    await forget({ ...newForm(await codeFor(email)), lang: 'zh' });
    await server.sendWarnings();
    expect(server.mailbox.mails(email)[0]).toMatchObject({ subject: 'FFT: 登录密码已修改' });
  });

  test("ends a lock caused by strangers' guesses", async () => {
    await server.register(email);
    for (let tried = 0; tried < 10; tried++) await server.http.post(login, { fields: { email, password: 'wrong' } });
    expect((await server.http.post(login, { fields: { email, password: testPassword } })).body.code).toBe(401);
    await forget(newForm(await codeFor(email)));
    expect((await server.http.post(login, { fields: { email, password: newPassword } })).body.code).toBe(200);
  });

  test('a wrong code and any code of an unknown address are refused with the same bytes, in both languages', async () => {
    await server.register(email);
    const code = await codeFor(email);
    const other = code === '000000' ? '000001' : '000000';
    const known = await forget(newForm(other));
    expect(known.body).toEqual(wrongCode);
    await ask('nobody@mail.example');
    expect((await forget(newForm(other, 'nobody@mail.example'))).text).toBe(known.text);
    expect((await forget({ ...newForm(other), lang: 'zh' })).body.message).toBe('验证码错误或已失效');
    expect((await forget(newForm(code))).body.code).toBe(200);
  });

  test('a code is valid once, for ten minutes, for this purpose only', async () => {
    await server.register(email);
    const used = await codeFor(email);
    await forget(newForm(used));
    expect((await forget(newForm(used))).body).toEqual(wrongCode);
    const late = await codeFor(email);
    server.clock.time += testLimits.code.lifeMs;
    expect((await forget(newForm(late))).body).toEqual(wrongCode);
    const toRegister = await server.codeFor('free@mail.example');
    expect((await forget(newForm(toRegister, 'free@mail.example'))).body).toEqual(wrongCode);
    const toReset = await codeFor(email);
    expect((await server.http.post('/api/passport/reg.html', { fields: formOf(email, toReset) })).body.code).toBe(1102);
  });

  test('of 200 concurrent guesses with one flow only five are checked', async () => {
    await server.register(email);
    const { flow } = (await ask(email)).body.data as { flow: string };
    const code = newestCode(server.mailbox.mails(email));
    const other = code === '000000' ? '000001' : '000000';
    await Promise.all(Array.from({ length: 200 }, () => forget({ ...newForm(other), flow })));
    expect((await forget({ ...newForm(code), flow })).body).toEqual(wrongCode);
    const row = await server.database.db
      .selectFrom('codes')
      .select('tries')
      .where('id', '=', flow)
      .executeTakeFirstOrThrow();
    expect(row.tries).toBe(5);
  });

  test.each<[field: string, value: string, zh: string, en: string]>([
    ['email', '', '字段不能为空', 'Fields cannot be blank'],
    ['code', '12345', '验证码为 6 位数字', 'The code has 6 digits'],
    ['password', 'short', '密码至少 8 个字符', 'The password needs at least 8 characters'],
    ['password', 'Password123', '该密码过于常见，请换一个', 'This password is too common. Choose another'],
    ['passwordConfirm', 'something else', '两次密码不一致', 'The two passwords do not match'],
  ])('%s "%s" is refused at its field', async (field, value, zh, en) => {
    const fields = { ...newForm('123456'), [field]: value };
    expect((await forget(fields)).body).toEqual({ code: 400, message: en, data: { fields: { [field]: en } } });
    expect((await forget({ ...fields, lang: 'zh' })).body.message).toBe(zh);
  });

  test('a log-in that began with the old password opens no session', async () => {
    const { user } = await server.register(email);
    const customerId = Number(user.id);
    const old = await server.accounts.account.customers.contact(customerId);
    await forget(newForm(await codeFor(email)));
    const session = {
      customerId,
      passwordHash: old?.passwordHash ?? '',
      keep: false,
      ip: '127.0.0.1',
      userAgent: '',
      device: '',
    };
    expect(await server.accounts.sessions.open(session)).toBeNull();
  });
});
