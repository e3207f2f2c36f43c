// Attacks of strangers and thieves on an account. Its owner must still be able to log in.
import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestAnswer } from '../../testing/test-api.ts';
import { enteredOf, formOf, startTestAccounts, testLimits, type TestAccounts } from '../../testing/test-accounts.ts';
import { createVisitor, type Visitor } from '../../testing/visitor.ts';
import { standardLimits } from './limits/account-limits.ts';
import { newestCode } from '../../testing/newest-code.ts';

const minuteMs = 60_000;
const newDevices: number[] = [];
let server: TestAccounts;
let email: string;
let home: Visitor;
let token: string;
let customer: number;
let tests = 0;

beforeAll(async () => {
  server = await startTestAccounts({
    limits: { ...standardLimits, password: testLimits.password },
    trustedProxies: ['127.0.0.1'],
    events: {
      registered: () => Promise.resolve(),
      passkeyUsed: () => Promise.resolve(),
      newDevice: async (id) => void newDevices.push(id),
    },
  });
});
beforeEach(async () => {
  email = `anna${++tests}@mail.example`;
  home = visitor();
  await home.post('passport/regemail', { email });
  const entered = enteredOf(await home.post('passport/reg', formOf(email, lastCode())));
  token = entered.token;
  customer = Number(entered.user.id);
});
afterAll(() => server.close());

let visitors = 0;
/** Each has its own IP address. */
const visitor = (): Visitor => createVisitor(server, `198.51.${Math.floor(++visitors / 250)}.${visitors % 250}`);
const lastCode = (to = email): string => newestCode(server.mailbox.mails(to));
const wrongCodeFor = (code: string): string => (code === '000000' ? '000001' : '000000');
const codesOf = (answers: readonly TestAnswer[]): number[] => answers.map(({ body }) => body.code);

/** Sends five wrong passwords a minute from each network. */
async function guessPasswords(networks: number, times: number, of = email): Promise<void> {
  const strangers = Array.from({ length: networks }, visitor);
  for (let round = 0; round < times; round++) {
    await Promise.all(strangers.map((stranger) => stranger.login(of, { password: 'a guess' })));
    if (round % 5 === 4) server.clock.time += minuteMs;
  }
}

describe('log-in', () => {
  test('guessing from one network locks out only that network', async () => {
    const thief = visitor();
    for (let guess = 0; guess < 10; guess++) {
      await thief.login(email, { password: 'a guess' });
      if (guess === 4) server.clock.time += minuteMs;
    }
    expect((await thief.login(email)).body.code).toBe(401);
    expect((await visitor().login(email)).body.code).toBe(200);
    expect((await home.login(email)).body.code).toBe(200);
  });

  test('a known device can log in while strangers lock the account from many networks', async () => {
    await guessPasswords(10, 6);
    expect((await visitor().login(email)).body).toMatchObject({ code: 401, data: { retryAfter: 14 * 60 } });
    expect((await home.login(email)).body.code).toBe(200);
    // An address without an account is locked in the same way.
    await guessPasswords(10, 6, `nobody${tests}@mail.example`);
    expect((await visitor().login(`nobody${tests}@mail.example`)).body.code).toBe(401);
  });

  test('a known device has its own counter, so a stolen device key allows only slow guessing', async () => {
    const guesses: TestAnswer[] = [];
    for (let guess = 0; guess < 6; guess++) guesses.push(await home.login(email, { password: 'a guess' }));
    expect(codesOf(guesses)).toEqual([1101, 1101, 1101, 1101, 1101, 429]);
    expect((await visitor().login(email)).body.code).toBe(200);
  });

  test('40 concurrent log-ins with the right password all succeed', async () => {
    const stranger = visitor();
    const answers = await Promise.all(Array.from({ length: 40 }, () => stranger.login(email)));
    expect(new Set(codesOf(answers))).toEqual(new Set([200]));
  });

  test('of 200 concurrent wrong passwords only five are hashed', async () => {
    const stranger = visitor();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => stranger.login(email, { password: 'a guess' })),
    );
    const codes = codesOf(answers);
    expect(codes.filter((code) => code === 1101)).toHaveLength(5);
    for (const { body } of answers.filter((answer) => answer.body.code !== 1101)) {
      expect([429, 503]).toContain(body.code);
      expect((body.data as { retryAfter: number }).retryAfter).toBeGreaterThan(0);
    }
    server.clock.time += minuteMs;
    expect((await stranger.login(email)).body.code).toBe(200);
  });
});

describe('the device key', () => {
  test('is an HttpOnly cookie, sent only to the log-in calls', async () => {
    const answer = await visitor().login(email);
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^fft-customer-device=[A-Za-z0-9_-]{43}; Max-Age=\d+; Path=\/api\/passport; /);
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Secure']) expect(cookie.split('; ')).toContain(part);
    expect(answer.text).not.toContain(cookie.slice(20, 63));
    expect((await home.login(email, { password: 'wrong' })).headers.get('set-cookie')).toBeNull();
  });

  test('distinguishes new devices from known ones, independent of the user agent', async () => {
    newDevices.length = 0;
    await home.login(email);
    expect(newDevices).toEqual([]);
    const other = visitor();
    await other.login(email);
    await other.login(email);
    expect(newDevices).toEqual([customer]);
  });

  test('is not accepted if it belongs to another account, was changed or was made up', async () => {
    const thief = visitor();
    const own = `thief${tests}@mail.example`;
    await thief.post('passport/regemail', { email: own });
    await thief.post('passport/reg', formOf(own, lastCode(own)));
    newDevices.length = 0;
    const stolen = home.cookie.slice(home.cookie.indexOf('=') + 1);
    const id = stolen.slice(0, 21);
    const cookies = [
      thief.cookie,
      `fft-customer-device=${id}${'A'.repeat(22)}`,
      `fft-customer-device=${'B'.repeat(43)}`,
    ];
    for (const cookie of cookies) {
      thief.cookie = cookie;
      await thief.login(email);
    }
    expect(newDevices).toEqual([customer, customer, customer]);
  });

  test('of a program that keeps no cookies never replaces a key that was used again', async () => {
    server.clock.time += 1;
    await home.login(email);
    const program = visitor();
    for (let times = 0; times < 25; times++) {
      program.cookie = '';
      await program.login(email);
    }
    newDevices.length = 0;
    await home.login(email);
    expect(newDevices).toEqual([]);
    const { db } = server.database;
    const rows = await db.selectFrom('device_keys').select('id').where('account', '=', customer).execute();
    expect(rows).toHaveLength(21);
  });

  test('two customers who share a browser are both known on it', async () => {
    const other = `ben${tests}@mail.example`;
    await home.post('passport/regemail', { email: other });
    await home.post('passport/reg', formOf(other, lastCode(other)));
    newDevices.length = 0;
    await home.login(email);
    await home.login(other);
    expect(newDevices).toEqual([]);
  });

  test('is forgotten by a password reset, and when its session is revoked', async () => {
    const other = visitor();
    const sessionId = async (of: string) => {
      const { body } = await home.get('user/sessions', {}, of);
      return (body.data as { id: string; current: boolean }[]).find(({ current }) => current)?.id ?? '';
    };
    const entered = enteredOf(await other.login(email));
    await home.post('user/revoke', { id: await sessionId(entered.token) }, token);
    newDevices.length = 0;
    await other.login(email);
    expect(newDevices).toEqual([customer]);
    await home.post('passport/foremail', { email });
    const password = 'quite another horse';
    await home.post('passport/forget', { email, code: lastCode(), password, passwordConfirm: password });
    newDevices.length = 0;
    await home.login(email, { password });
    expect(newDevices).toEqual([customer]);
  });
});

describe('codes', () => {
  const reset = (by: Visitor, code: string, flow?: string): Promise<TestAnswer> => {
    const password = 'quite another horse';
    return by.post('passport/forget', { email, code, password, passwordConfirm: password, ...(flow && { flow }) });
  };
  const ask = async (by: Visitor, to = email): Promise<TestAnswer> => by.post('passport/foremail', { email: to });
  const flowOf = ({ body }: TestAnswer): string => (body.data as { flow: string }).flow;

  test("the owner's code survives strangers' guesses, with and without flows", async () => {
    const owner = visitor();
    const flow = flowOf(await ask(owner));
    const code = lastCode();
    for (let stranger = 0; stranger < 3; stranger++) {
      const thief = visitor();
      const own = flowOf(await ask(thief));
      for (let guess = 0; guess < 6; guess++) {
        await reset(thief, wrongCodeFor(code), own);
        await reset(thief, wrongCodeFor(code));
      }
    }
    expect((await reset(owner, code, flow)).body.code).toBe(200);
  });

  test('guesses without a flow are limited per network', async () => {
    await ask(home);
    const code = lastCode();
    const thief = visitor();
    for (let guess = 0; guess < 5; guess++) expect((await reset(thief, wrongCodeFor(code))).body.code).toBe(1102);
    expect((await reset(thief, code)).body).toMatchObject({ code: 429, data: { retryAfter: 600 } });
    expect((await reset(visitor(), code)).body.code).toBe(200);
  });

  test("a guess with a flow matches only that flow's code, even if a stranger requested a later one", async () => {
    const owner = visitor();
    const flow = flowOf(await ask(owner));
    const code = lastCode();
    await ask(visitor());
    expect((await reset(owner, lastCode(), flow)).body.code).toBe(1102);
    expect((await reset(owner, code, flow)).body.code).toBe(200);
  });

  test('a flow of another address or an unknown flow matches nothing and counts under its own key', async () => {
    const own = `thief${tests}@mail.example`;
    const thief = visitor();
    const foreign = flowOf(await ask(thief, own));
    const flow = flowOf(await ask(home));
    const code = lastCode();
    expect((await reset(thief, code, foreign)).body.code).toBe(1102);
    expect((await reset(thief, code, 'nothing')).body.code).toBe(1102);
    expect((await reset(home, code, flow)).body.code).toBe(200);
  });

  test('the owner can request codes from a device and a session after strangers used up their limit', async () => {
    const asked = await Promise.all(Array.from({ length: 30 }, () => ask(visitor())));
    expect(codesOf(asked).filter((code) => code === 200).length).toBeLessThanOrEqual(
      standardLimits.code.perHourOfStrangers,
    );
    const before = server.mailbox.mails(email).length;
    expect(before).toBeLessThanOrEqual(1 + standardLimits.code.perHourOfStrangers);
    expect((await ask(visitor())).body.code).toBe(429);
    expect((await ask(home)).body.code).toBe(200);
    expect((await home.get('user/passemail', { type: 'login' }, token)).body.code).toBe(200);
    expect(server.mailbox.mails(email)).toHaveLength(before + 2);
  });

  test('wrong codes from one network are limited across all addresses', async () => {
    const thief = visitor();
    const answers: TestAnswer[] = [];
    for (let guess = 0; guess < standardLimits.code.guessesPerIp + 1; guess++) {
      const fields = { ...formOf(`nobody${tests}-${guess}@mail.example`, '123456') };
      answers.push(await thief.post('passport/reg', fields));
    }
    expect(codesOf(answers.slice(0, -1)).every((code) => code === 1102)).toBe(true);
    expect(codesOf(answers).at(-1)).toBe(429);
  });
});

test('wrong invite codes are limited even with a valid code of one’s own mailbox', async () => {
  const thief = visitor();
  const own = `thief${tests}@mail.example`;
  const { flow } = (await thief.post('passport/regemail', { email: own })).body.data as { flow: string };
  const form = { ...formOf(own, lastCode(own)), flow };
  const answers: TestAnswer[] = [];
  for (let guess = 0; guess < 21; guess++) {
    answers.push(await thief.post('passport/reg', { ...form, inviteCode: `AAAAAA${10 + guess}` }));
  }
  expect(codesOf(answers.slice(0, -1)).every((code) => code === 400)).toBe(true);
  expect(codesOf(answers).at(-1)).toBe(429);
  expect((await thief.post('passport/reg', form)).body.code).toBe(200);
});

describe('second factors', () => {
  let secret: string;
  let recoveryCodes: readonly string[];
  const totpNow = (): string => generateSync({ secret, epoch: Math.floor(server.clock.time / 1000) });
  const wrongTotp = (): string => wrongCodeFor(totpNow());

  beforeEach(async () => {
    const begun = await home.post('user/totp', { password: 'a horse, a staple' }, token);
    ({ secret } = begun.body.data as { secret: string });
    const { body } = await home.post('user/totpconfirm', { totp: totpNow() }, token);
    ({ recoveryCodes } = body.data as { recoveryCodes: string[] });
    server.clock.time += minuteMs;
  });

  /** A thief who has the password. */
  async function guessCodes(thief: Visitor, times: number): Promise<number[]> {
    const codes: number[] = [];
    for (let guess = 0; guess < times; guess++) {
      codes.push((await thief.login(email, { totp: wrongTotp() })).body.code);
      if (guess % 5 === 4) server.clock.time += 5 * minuteMs;
    }
    return codes;
  }

  test('wrong codes lock for longer each time, across sessions, and the owner is notified', async () => {
    const thief = visitor();
    expect(new Set(await guessCodes(thief, 10))).toEqual(new Set([1105]));
    const locked = await thief.login(email, { totp: totpNow() });
    expect(locked.body).toMatchObject({ code: 429, data: { retryAfter: 10 * 60 } });
    expect(locked.body.message).toBe('Too many wrong codes. Try again in 10 minutes, or use a recovery code');
    await server.sendWarnings();
    expect(server.mailbox.mails(email)[0]?.subject).toContain('Your authenticator app is locked');
    server.clock.time += 15 * minuteMs;
    expect((await thief.login(email, { totp: wrongTotp() })).body.code).toBe(1105);
    expect((await thief.login(email, { totp: totpNow() })).body).toMatchObject({ data: { retryAfter: 30 * 60 } });
  });

  test('the owner can log in on a known device or by a recovery code while strangers are locked out', async () => {
    for (let network = 0; network < 4; network++) await guessCodes(visitor(), 10);
    const abroad = visitor();
    expect((await abroad.login(email, { totp: totpNow() })).body.code).toBe(429);
    expect((await home.login(email, { totp: totpNow() })).body.code).toBe(200);
    expect((await abroad.login(email, { totp: recoveryCodes[0] ?? '' })).body.code).toBe(200);
  });

  test("a stolen session uses up only its own attempts; the owner's devices still work", async () => {
    const { secondFactor } = server.accounts.account;
    const of = (session: string) => ({ ip: '192.0.2.1', session });
    const guesses = await Promise.allSettled(
      Array.from({ length: 50 }, () => secondFactor.require(customer, wrongTotp(), of('stolen'))),
    );
    expect(
      guesses.filter((guess) => guess.status === 'rejected' && (guess.reason as Error).name === 'wrongSecondFactor'),
    ).toHaveLength(5);
    server.clock.time += 5 * minuteMs;
    for (let guess = 0; guess < 5; guess++)
      await secondFactor.require(customer, wrongTotp(), of('stolen')).catch(() => undefined);
    await expect(secondFactor.require(customer, totpNow(), of('stolen'))).rejects.toThrow('secondFactorLocked');
    await expect(secondFactor.require(customer, totpNow(), of('own'))).resolves.toBeUndefined();
    await server.sendWarnings();
    expect(server.mailbox.mails(email)[0]?.subject).toContain('Your authenticator app is locked');
  });

  test('of 100 concurrent wrong codes only five are checked', async () => {
    const thief = visitor();
    const answers = await Promise.all(Array.from({ length: 100 }, () => thief.login(email, { totp: wrongTotp() })));
    expect(codesOf(answers).filter((code) => code === 1105)).toHaveLength(5);
  });

  test('wrong recovery codes also lock', async () => {
    const thief = visitor();
    const codes: number[] = [];
    for (let guess = 0; guess < 11; guess++) {
      codes.push((await thief.login(email, { totp: 'aaaaa-aaaaa' })).body.code);
      if (guess === 4) server.clock.time += 5 * minuteMs;
    }
    expect(codes.at(-1)).toBe(429);
    expect((await visitor().login(email, { totp: recoveryCodes[0] ?? '' })).body.code).toBe(200);
  });
});

describe('the transaction password', () => {
  test("a stolen session uses up only its own attempts; the owner's device still works", async () => {
    const { payPassword, passwords } = server.accounts.account;
    const hash = await passwords.hash('295817', { rank: 'known', from: 'the test' });
    await server.database.db.transaction().execute((transaction) => payPassword.set(transaction, customer, hash));
    const stolen = { ip: '192.0.2.1', session: 'stolen' };
    const own = { ip: '192.0.2.2', session: 'own' };
    const guesses = await Promise.allSettled(
      Array.from({ length: 50 }, () => payPassword.verify(customer, '111222', stolen)),
    );
    const left = guesses.map((guess) => (guess as { reason: { data: { left?: number } } }).reason.data.left);
    expect(left.filter((count) => count !== undefined && count > 0)).toHaveLength(4);
    await expect(payPassword.verify(customer, '295817', stolen)).rejects.toMatchObject({ name: 'payPasswordHeld' });
    await expect(payPassword.verify(customer, '295817', own)).resolves.toBeUndefined();
    const subject = 'FFT: Your transaction password is locked for a while after too many wrong attempts';
    await server.sendWarnings();
    expect(server.mailbox.mails(email)[0]?.subject).toBe(subject);
    // All devices together have fifteen attempts a day.
    for (let device = 0; device < 5; device++) {
      const session = `device ${device}`;
      for (let guess = 0; guess < 4; guess++)
        await payPassword.verify(customer, '111222', { ...own, session }).catch(() => undefined);
    }
    await expect(payPassword.verify(customer, '295817', own)).rejects.toMatchObject({ name: 'payPasswordHeld' });
    server.clock.time += 24 * 60 * minuteMs;
    await expect(payPassword.verify(customer, '295817', own)).resolves.toBeUndefined();
  });

  test('40 concurrent right passwords are all accepted', async () => {
    const { payPassword, passwords } = server.accounts.account;
    const hash = await passwords.hash('295817', { rank: 'known', from: 'the test' });
    await server.database.db.transaction().execute((transaction) => payPassword.set(transaction, customer, hash));
    const origin = { ip: '192.0.2.1', session: 'own' };
    const attempts = Array.from({ length: 40 }, () => payPassword.verify(customer, '295817', origin));
    await expect(Promise.all(attempts)).resolves.toHaveLength(40);
  });
});
