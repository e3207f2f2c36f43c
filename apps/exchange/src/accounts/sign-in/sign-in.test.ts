import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  enteredOf,
  startTestAccounts,
  testLimits,
  testPassword,
  type TestAccounts,
} from '../../../testing/test-accounts.ts';

const path = '/api/passport/login.html';
const email = 'anna@mail.example';
const wrong = { code: 1101, message: 'Wrong e-mail or password', data: null };
let server: TestAccounts;

async function start(login: Partial<typeof testLimits.login> = {}): Promise<void> {
  server = await startTestAccounts({ limits: { ...testLimits, login: { ...testLimits.login, ...login } } });
  await server.register(email);
}
const login = (password: string, of = email) => server.http.post(path, { fields: { email: of, password, lang: 'en' } });

describe('by password', () => {
  // A right password resets the count of wrong ones.
  beforeAll(() => start({ perMinutePerAccount: 100, perMinutePerIp: 100 }));
  afterAll(() => server.close());

  test('every log-in opens a new session', async () => {
    server.clock.time += 1000;
    const first = enteredOf(await login(testPassword, ' ANNA@mail.example'));
    const second = enteredOf(await login(testPassword));
    expect(first.token).not.toBe(second.token);
    expect(first.user).toMatchObject({ id: '1000', lastLogin: server.clock.time });
    expect(first.expiresAt).toBe(server.clock.time + 12 * 3_600_000);
    expect((await server.http.post(path, { fields: { email, password: testPassword } })).body.message).toBe('成功');
  });

  test('"keep me logged in" lasts 30 days', async () => {
    const answer = await server.http.post(path, { fields: { email, password: testPassword, keep: 'true' } });
    expect(enteredOf(answer).expiresAt).toBe(server.clock.time + 30 * 86_400_000);
  });

  test('a wrong password and an unknown address give the same bytes', async () => {
    const known = await login('not the password');
    const unknown = await login('not the password', 'nobody@mail.example');
    expect(known.body).toEqual(wrong);
    expect(unknown.text).toBe(known.text);
    const chinese = await server.http.post(path, { fields: { email, password: 'not it' } });
    expect(chinese.body.message).toBe('邮箱或密码错误');
  });

  test('blank fields are refused at the field', async () => {
    const answer = await server.http.post(path, { fields: { lang: 'en' } });
    const blank = 'Fields cannot be blank';
    expect(answer.body).toEqual({ code: 400, message: blank, data: { fields: { email: blank, password: blank } } });
  });

  test('text with SQL or NUL is a wrong password', async () => {
    for (const password of ["' or 1=1 --", 'a\0b', '\ud800']) expect((await login(password)).body).toEqual(wrong);
    expect((await login('x', "a'--@mail.example")).body.code).toBeOneOf([400, 1101]);
  });
});

describe('guessing', () => {
  const many = 1000;
  afterEach(() => server.close());

  test('five wrong passwords a minute are checked per account, known or not, even of concurrent ones', async () => {
    await start({ perMinutePerIp: many });
    for (const of of [email, 'nobody@mail.example']) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => login('wrong', of)));
      expect(answers.filter(({ body }) => body.code === 1101)).toHaveLength(5);
      const refused = answers.filter(({ body }) => body.code === 429);
      expect(refused).toHaveLength(15);
      expect(refused[0]?.body.data).toEqual({ retryAfter: expect.any(Number) as unknown });
    }
    expect((await login(testPassword)).body.code).toBe(429);
  });

  test('twenty wrong passwords a minute are checked per IP address; right ones do not count', async () => {
    await start();
    for (let entered = 0; entered < 25; entered++) expect((await login(testPassword)).body.code).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 22 }, (_, index) => login('wrong', `${index}@mail.example`)),
    );
    expect(answers.filter(({ body }) => body.code === 1101)).toHaveLength(20);
    expect(answers.filter(({ body }) => body.code === 429)).toHaveLength(2);
  });

  test('wrong passwords are also limited per hour', async () => {
    await start({ perMinutePerAccount: many, perMinutePerIp: many, perHourPerAccount: 4 });
    for (let tried = 0; tried < 4; tried++) expect((await login('wrong')).body.code).toBe(1101);
    expect((await login('wrong')).body.code).toBe(429);
  });

  test('ten failures lock the account, known or not, and each further one for twice as long', async () => {
    await start({ perMinutePerAccount: many, perMinutePerIp: many, perHourPerAccount: many });
    for (const of of [email, 'nobody@mail.example']) {
      for (let tried = 0; tried < 10; tried++) expect((await login('wrong', of)).body).toEqual(wrong);
      const message = 'Too many failed log-ins: the account is locked. Try again in 15 minutes';
      expect((await login(testPassword, of)).body).toEqual({
        code: 401,
        message,
        data: { retryAfter: 900, until: server.clock.time + 900_000 },
      });
    }
    server.clock.time += 15 * 60_000;
    expect((await login('wrong')).body).toEqual(wrong);
    expect((await login(testPassword)).body).toMatchObject({ code: 401, data: { retryAfter: 1800 } });
    const chinese = await server.http.post(path, { fields: { email, password: 'x' } });
    expect(chinese.body.message).toBe('登录失败次数过多，账户已锁定，请 30 分钟后再试');
  });

  test('a right password resets the count of failures', async () => {
    await start({ perMinutePerAccount: many, perMinutePerIp: many, perHourPerAccount: many });
    for (let tried = 0; tried < 9; tried++) await login('wrong');
    expect((await login(testPassword)).body.code).toBe(200);
    for (let tried = 0; tried < 9; tried++) await login('wrong');
    expect((await login(testPassword)).body.code).toBe(200);
  });

  test('a lock lasts a day at most', async () => {
    await start({ perMinutePerAccount: many, perMinutePerIp: many, perHourPerAccount: many });
    await login('wrong');
    await server.database.db.updateTable('login_failures').set({ failures: 2_000_000_000 }).execute();
    await login('wrong');
    expect((await login(testPassword)).body).toMatchObject({ code: 401, data: { retryAfter: 86_400 } });
  });
});

test('a log-in that was refused unchecked does not count', async () => {
  server = await startTestAccounts({
    limits: { ...testLimits, login: { ...testLimits.login, perMinutePerAccount: 2 } },
  });
  const { guard } = server.accounts.account;
  const attempt = { email, ip: '192.0.2.1' };
  for (let tried = 0; tried < 5; tried++) {
    const admitted = await guard.admit(attempt);
    const looked = admitted.unlessUndecided(() => Promise.reject(new Error('too busy')));
    await expect(looked).rejects.toThrow('too busy');
  }
  await server.close();
});

test("log-ins beyond the queue's limit are refused, and the others succeed", async () => {
  const password = { ...testLimits.password, maxWaiting: 1 };
  server = await startTestAccounts({
    limits: { ...testLimits, login: { ...testLimits.login, perMinutePerAccount: 100 }, password },
  });
  await server.register(email);
  const answers = await Promise.all(Array.from({ length: 20 }, () => login(testPassword)));
  const codes = new Set(answers.map(({ body }) => body.code));
  expect([...codes].every((code) => code === 200 || code === 503)).toBe(true);
  expect((await login(testPassword)).body.code).toBe(200);
  await server.close();
});
