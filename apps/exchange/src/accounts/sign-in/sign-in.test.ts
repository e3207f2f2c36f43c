import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  enteredOf,
  startTestPassport,
  testLimits,
  testPassword,
  type TestPassport,
} from '../../../testing/test-passport.ts';

const path = '/api/passport/login.html';
const email = 'anna@mail.example';
const wrong = { code: 1101, message: 'Wrong e-mail or password', data: null };
let it: TestPassport;

async function start(login: Partial<typeof testLimits.login> = {}): Promise<void> {
  it = await startTestPassport({ limits: { ...testLimits, login: { ...testLimits.login, ...login } } });
  await it.register(email);
}
const login = (password: string, of = email) => it.http.post(path, { fields: { email: of, password, lang: 'en' } });

describe('by password', () => {
  // A right one clears what the wrong ones before it counted.
  beforeAll(() => start({ perMinutePerAccount: 100, perMinutePerIp: 100 }));
  afterAll(() => it.close());

  test('opens a new session each time', async () => {
    it.clock.time += 1000;
    const first = enteredOf(await login(testPassword, ' ANNA@mail.example'));
    const second = enteredOf(await login(testPassword));
    expect(first.token).not.toBe(second.token);
    expect(first.user).toMatchObject({ id: '1000', lastLogin: it.clock.time });
    expect(first.expiresAt).toBe(it.clock.time + 12 * 3_600_000);
    expect((await it.http.post(path, { fields: { email, password: testPassword } })).body.message).toBe('成功');
  });

  test('"keep me logged in" lasts 30 days', async () => {
    const answer = await it.http.post(path, { fields: { email, password: testPassword, keep: 'true' } });
    expect(enteredOf(answer).expiresAt).toBe(it.clock.time + 30 * 86_400_000);
  });

  test('a wrong password and an unknown address give the same bytes', async () => {
    const known = await login('not the password');
    const unknown = await login('not the password', 'nobody@mail.example');
    expect(known.body).toEqual(wrong);
    expect(unknown.text).toBe(known.text);
    const chinese = await it.http.post(path, { fields: { email, password: 'not it' } });
    expect(chinese.body.message).toBe('邮箱或密码错误');
  });

  test('blank fields are told', async () => {
    const answer = await it.http.post(path, { fields: { lang: 'en' } });
    const blank = 'Fields cannot be blank';
    expect(answer.body).toEqual({ code: 400, message: blank, data: { fields: { email: blank, password: blank } } });
  });

  test('text that is SQL, or NUL, is a wrong password', async () => {
    for (const password of ["' or 1=1 --", 'a\0b', '\ud800']) expect((await login(password)).body).toEqual(wrong);
    expect((await login('x', "a'--@mail.example")).body.code).toBeOneOf([400, 1101]);
  });
});

describe('guessing', () => {
  const many = 1000;
  afterEach(() => it.close());

  test('five wrong ones a minute for an account, known or not, however many come at once', async () => {
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

  test('twenty wrong ones a minute from an address; right ones do not count', async () => {
    await start();
    for (let entered = 0; entered < 25; entered++) expect((await login(testPassword)).body.code).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 22 }, (_, index) => login('wrong', `${index}@mail.example`)),
    );
    expect(answers.filter(({ body }) => body.code === 1101)).toHaveLength(20);
    expect(answers.filter(({ body }) => body.code === 429)).toHaveLength(2);
  });

  test('the hour has its own bound', async () => {
    await start({ perMinutePerAccount: many, perMinutePerIp: many, perHourPerAccount: 4 });
    for (let tried = 0; tried < 4; tried++) expect((await login('wrong')).body.code).toBe(1101);
    expect((await login('wrong')).body.code).toBe(429);
  });

  test('ten failures lock the account, known or not, for twice as long at each further one', async () => {
    await start({ perMinutePerAccount: many, perMinutePerIp: many, perHourPerAccount: many });
    for (const of of [email, 'nobody@mail.example']) {
      for (let tried = 0; tried < 10; tried++) expect((await login('wrong', of)).body).toEqual(wrong);
      const message = 'Account locked. Try again in 15 min';
      expect((await login(testPassword, of)).body).toEqual({ code: 401, message, data: { retryAfter: 900 } });
    }
    it.clock.time += 15 * 60_000;
    expect((await login('wrong')).body).toEqual(wrong);
    expect((await login(testPassword)).body).toMatchObject({ code: 401, data: { retryAfter: 1800 } });
    const chinese = await it.http.post(path, { fields: { email, password: 'x' } });
    expect(chinese.body.message).toBe('账户已锁定，请 30 分钟后再试');
  });

  test('a right password ends the counting of failures', async () => {
    await start({ perMinutePerAccount: many, perMinutePerIp: many, perHourPerAccount: many });
    for (let tried = 0; tried < 9; tried++) await login('wrong');
    expect((await login(testPassword)).body.code).toBe(200);
    for (let tried = 0; tried < 9; tried++) await login('wrong');
    expect((await login(testPassword)).body.code).toBe(200);
  });

  test('the longest lock is a day', async () => {
    await start({ perMinutePerAccount: many, perMinutePerIp: many, perHourPerAccount: many });
    await login('wrong');
    await it.database.db.updateTable('login_failures').set({ failures: 2_000_000_000 }).execute();
    await login('wrong');
    expect((await login(testPassword)).body).toMatchObject({ code: 401, data: { retryAfter: 86_400 } });
  });
});

test('one that nobody had the time to look at does not count', async () => {
  it = await startTestPassport({ limits: { ...testLimits, login: { ...testLimits.login, perMinutePerAccount: 2 } } });
  const { guard } = it.passport.account;
  const attempt = { email, ip: '192.0.2.1' };
  for (let tried = 0; tried < 5; tried++) {
    const admitted = await guard.admit(attempt);
    const looked = admitted.unlessUndecided(() => Promise.reject(new Error('too busy')));
    await expect(looked).rejects.toThrow('too busy');
  }
  await it.close();
});

test('more log-ins than can wait are turned away, and the rest still come in', async () => {
  const password = { ...testLimits.password, maxWaiting: 1 };
  it = await startTestPassport({
    limits: { ...testLimits, login: { ...testLimits.login, perMinutePerAccount: 100 }, password },
  });
  await it.register(email);
  const answers = await Promise.all(Array.from({ length: 20 }, () => login(testPassword)));
  const codes = new Set(answers.map(({ body }) => body.code));
  expect([...codes].every((code) => code === 200 || code === 503)).toBe(true);
  expect((await login(testPassword)).body.code).toBe(200);
  await it.close();
});
