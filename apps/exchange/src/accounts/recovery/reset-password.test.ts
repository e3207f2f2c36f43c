import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestAnswer } from '../../../testing/test-api.ts';
import {
  enteredOf,
  formOf,
  startTestPassport,
  testLimits,
  testPassword,
  type TestPassport,
} from '../../../testing/test-passport.ts';

const asking = '/api/passport/foremail.html';
const path = '/api/passport/forget.html';
const login = '/api/passport/login.html';
const dayMs = 86_400_000;
const newPassword = 'quite another horse';
let it: TestPassport;
let email: string;
let tests = 0;

beforeAll(async () => {
  const many = { ...testLimits.login, perMinutePerAccount: 1000, perHourPerAccount: 1000, perMinutePerIp: 1000 };
  it = await startTestPassport({ limits: { ...testLimits, login: many } });
});
beforeEach(() => {
  email = `anna${++tests}@mail.example`;
});
afterAll(() => it.close());

const ask = (of: string, lang = 'en') => it.http.post(asking, { fields: { email: of, lang } });
const forget = (fields: Record<string, string>) => it.http.post(path, { fields: { lang: 'en', ...fields } });
const newForm = (code: string, of = email) => ({
  email: of,
  code,
  password: newPassword,
  passwordConfirm: newPassword,
});
const wrongCode = { code: 1102, message: 'The verification code is wrong or has expired', data: null };

async function codeFor(of: string): Promise<string> {
  await ask(of);
  return it.mailbox.mails(of)[0]?.code ?? '';
}

/** Two requests differ in what names them, and in nothing else. */
const withoutFlow = ({ text }: TestAnswer): string => text.replace(/"flow":"[0-9a-f-]{36}"/, '');

describe('foremail', () => {
  test('sends a code in the language of the call', async () => {
    await it.register(email);
    expect((await ask(` ${email.toUpperCase()}`)).body).toEqual({
      code: 200,
      message: 'OK',
      data: { resendAfter: 60, flow: expect.any(String) as unknown },
    });
    expect(it.mailbox.mails(email)[0]).toMatchObject({
      code: expect.stringMatching(/^\d{6}$/) as unknown,
      subject: expect.stringContaining('Your FFT password reset code') as unknown,
    });
    await ask(email, 'zh');
    expect(it.mailbox.mails(email)[0]?.subject).toContain('FFT 重置密码验证码');
  });

  test('an unknown address gets the same bytes, no code, and a mail that says so to its owner', async () => {
    await it.register(email);
    const known = await ask(email);
    const unknown = await ask('nobody@mail.example');
    expect(withoutFlow(unknown)).toBe(withoutFlow(known));
    const [mail] = it.mailbox.mails('nobody@mail.example');
    expect(mail?.subject).toBe('This address has no FFT account');
    expect(mail).not.toHaveProperty('code');
    await ask('nobody@mail.example', 'zh');
    expect(it.mailbox.mails('nobody@mail.example')[0]?.subject).toBe('此邮箱没有 FFT 账户');
  });

  test('the mail carries the anti-phishing code, as text', async () => {
    const { token } = await it.register(email);
    await it.http.post('/api/user/setinfo.html', { token, fields: { antiPhishing: '红 & 蓝 7' } });
    await ask(email);
    expect(it.mailbox.mails(email)[0]?.text).toContain('Your anti-phishing code: 红 & 蓝 7');
  });

  test('a blank or bad address is told at the field', async () => {
    expect((await ask('')).body).toMatchObject({ code: 400, message: 'Fields cannot be blank' });
    expect((await ask('anna', 'zh')).body).toMatchObject({ code: 400, data: { fields: { email: '邮箱格式不正确' } } });
  });

  test('codes to one address are limited, known or not', async () => {
    const limits = { ...testLimits, code: { ...testLimits.code, perMinute: 1 } };
    const limited = await startTestPassport({ limits });
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

describe('forget', () => {
  test('sets the password, ends all sessions and holds withdrawals for 24 hours', async () => {
    const { token } = await it.register(email);
    const answer = await forget(newForm(await codeFor(email)));
    expect(answer.body).toEqual({ code: 200, message: 'OK', data: null });
    expect((await it.http.get('/api/user/read.html', { token })).body.code).toBe(1001);
    expect((await it.http.post(login, { fields: { email, password: testPassword } })).body.code).toBe(1101);
    const entered = enteredOf(await it.http.post(login, { fields: { email, password: newPassword } }));
    const until = it.clock.time + dayMs;
    expect(entered.user.holdUntil).toBe(until);
    const { holds } = it.passport.account;
    expect(await holds.until(Number(entered.user.id))).toBe(until);
    it.clock.time += dayMs;
    expect(await holds.until(Number(entered.user.id))).toBeNull();
  });

  test('tells the owner by mail', async () => {
    await it.register(email);
    await forget({ ...newForm(await codeFor(email)), lang: 'zh' });
    expect(it.mailbox.mails(email)[0]).toMatchObject({ subject: 'FFT: 登录密码已修改' });
  });

  test('ends the lock that guesses of others brought', async () => {
    await it.register(email);
    for (let tried = 0; tried < 10; tried++) await it.http.post(login, { fields: { email, password: 'wrong' } });
    expect((await it.http.post(login, { fields: { email, password: testPassword } })).body.code).toBe(401);
    await forget(newForm(await codeFor(email)));
    expect((await it.http.post(login, { fields: { email, password: newPassword } })).body.code).toBe(200);
  });

  test('a wrong code is refused in both languages, and so is every code of an unknown address, with the same bytes', async () => {
    await it.register(email);
    const code = await codeFor(email);
    const other = code === '000000' ? '000001' : '000000';
    const known = await forget(newForm(other));
    expect(known.body).toEqual(wrongCode);
    await ask('nobody@mail.example');
    expect((await forget(newForm(other, 'nobody@mail.example'))).text).toBe(known.text);
    expect((await forget({ ...newForm(other), lang: 'zh' })).body.message).toBe('验证码错误或已失效');
    expect((await forget(newForm(code))).body.code).toBe(200);
  });

  test('a code is good once, for ten minutes, and for this alone', async () => {
    await it.register(email);
    const used = await codeFor(email);
    await forget(newForm(used));
    expect((await forget(newForm(used))).body).toEqual(wrongCode);
    const late = await codeFor(email);
    it.clock.time += testLimits.code.lifeMs;
    expect((await forget(newForm(late))).body).toEqual(wrongCode);
    const toRegister = await it.codeFor('free@mail.example');
    expect((await forget(newForm(toRegister, 'free@mail.example'))).body).toEqual(wrongCode);
    const toReset = await codeFor(email);
    expect((await it.http.post('/api/passport/reg.html', { fields: formOf(email, toReset) })).body.code).toBe(1102);
  });

  test('of 200 guesses at once with one flow five are looked at', async () => {
    await it.register(email);
    const { flow } = (await ask(email)).body.data as { flow: string };
    const code = it.mailbox.mails(email)[0]?.code ?? '';
    const other = code === '000000' ? '000001' : '000000';
    await Promise.all(Array.from({ length: 200 }, () => forget({ ...newForm(other), flow })));
    expect((await forget({ ...newForm(code), flow })).body).toEqual(wrongCode);
    const row = await it.database.db
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
  ])('%s "%s" is told at the field', async (field, value, zh, en) => {
    const fields = { ...newForm('123456'), [field]: value };
    expect((await forget(fields)).body).toEqual({ code: 400, message: en, data: { fields: { [field]: en } } });
    expect((await forget({ ...fields, lang: 'zh' })).body.message).toBe(zh);
  });

  test('a log-in that was under way with the old password opens nothing', async () => {
    const { user } = await it.register(email);
    const customerId = Number(user.id);
    const old = await it.passport.account.customers.contact(customerId);
    await forget(newForm(await codeFor(email)));
    const session = {
      customerId,
      passwordHash: old?.passwordHash ?? '',
      keep: false,
      ip: '127.0.0.1',
      userAgent: '',
      device: '',
    };
    expect(await it.passport.sessions.open(session)).toBeNull();
  });
});
