import { consoleCalls, mayDo, forbiddenCode, roles, type OperatorCall, type Right } from '@fft/console-contract';
import { createClient, RefusedError } from '@fft/client';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownPassword, startTestConsole, type TestConsole } from '../../../testing/test-console.ts';
import { readAudit } from '../../audit/audit.ts';
import { callConsole } from '../command-line.ts';
import { addOperator, resetOperator } from './at-the-machine.ts';
import { guessedOperators } from './verify-factors.ts';

let testConsole: TestConsole;

beforeAll(async () => {
  testConsole = await startTestConsole();
});
afterAll(() => testConsole.money.exchange.stop());

const { login, me, logout } = consoleCalls.session;
const all: readonly OperatorCall[] = Object.values(consoleCalls).flatMap((area) =>
  Object.values(area).filter((call): call is OperatorCall => 'right' in call),
);

describe('every call, by every role', () => {
  test.each(all.map((call) => [call.path, call] as const))('%s', async (_path, call) => {
    const { right } = call;
    if (right === null) return expect(call.path).toMatch(/\/(me|logout|passkeys(\/(begin|add|remove))?)$/);
    for (const role of roles) {
      const { token } = testConsole.by[role];
      const body = new URLSearchParams({ lang: 'en' });
      const url = `${testConsole.money.exchange.consoleUrl}${call.path}`;
      const answer = await fetch(call.method === 'GET' ? `${url}?${body.toString()}` : url, {
        method: call.method,
        headers: { 'access-token': token },
        ...(call.method === 'POST' && { body }),
      });
      const { code } = (await answer.json()) as { code: number };
      expect([role, code === forbiddenCode]).toEqual([role, !mayDo(role, right)]);
      if (mayDo(role, right)) expect([Code.ok, Code.badRequest]).toContain(code);
      const [last] = await readAudit(testConsole.money.exchange.database.db, { limit: 1, operator: `the.${role}` });
      if (!mayDo(role, right))
        expect(last).toMatchObject({ act: 'refused', target: call.path, after: { right, role } });
    }
    return undefined;
  });

  test('scripts list the calls by name and make them with command-line arguments', async () => {
    const named = Object.entries(consoleCalls).flatMap(([area, calls]) =>
      Object.entries(calls).map(([name, call]): readonly [string, { summary: string; right?: Right | null }] => [
        `${area}.${name}`,
        call,
      ]),
    );
    const listing = String(await callConsole({}, [])).split('\n');
    expect(listing).toEqual(named.map(([name, { summary }]) => `${name}  ${summary}`));
    const left = ['session.login', 'session.logout'];
    for (const [name, { right = null }] of named.filter(([one]) => !left.includes(one))) {
      const role = roles.find((one) => right === null || mayDo(one, right)) ?? 'admin';
      const env = { CONSOLE_URL: testConsole.money.exchange.consoleUrl, OPERATOR_TOKEN: testConsole.by[role].token };
      const code = await callConsole(env, [name, 'lang=en']).then(
        () => Code.ok,
        (error: unknown) => (error instanceof RefusedError ? error.code : error),
      );
      expect([name, code]).toEqual([name, expect.toBeOneOf([Code.ok, Code.badRequest])]);
    }
  });

  test('no call works without a session, or with a customer’s session', async () => {
    const anna = await testConsole.money.exchange.register('anna');
    const asCustomer = createClient({ baseUrl: testConsole.money.exchange.consoleUrl, token: () => anna.token });
    for (const call of all) {
      await expect(testConsole.anonymous.call(call, {})).rejects.toMatchObject({ code: Code.sessionInvalid });
      await expect(asCustomer.call(call, {})).rejects.toMatchObject({ code: Code.sessionInvalid });
    }
    const operatorAsCustomer = createClient({
      baseUrl: testConsole.money.exchange.url,
      token: () => testConsole.by.admin.token,
    });
    await expect(operatorAsCustomer.call(calls.user.read, {})).rejects.toMatchObject({ code: Code.sessionInvalid });
  });
});

test('the customers’ address serves no operators’ call, and the console’s address no customers’ call', async () => {
  const { url, consoleUrl } = testConsole.money.exchange;
  for (const call of all) expect((await fetch(url + call.path, { method: call.method })).status).toBe(404);
  expect((await fetch(url + login.path, { method: 'POST' })).status).toBe(404);
  expect((await fetch(consoleUrl + calls.market.list.path)).status).toBe(404);
  expect((await fetch(consoleUrl + calls.auth.login.path, { method: 'POST' })).status).toBe(404);
});

describe('log-in', () => {
  test('requires the password and a code, and accepts each code once', async () => {
    const { name, secret } = await testConsole.operator('first.time', 'support');
    const again = { name, password: ownPassword };
    await expect(testConsole.anonymous.call(login, again)).rejects.toMatchObject({ code: Code.secondFactor });
    const code = testConsole.codeOf(secret);
    const entered = await testConsole.anonymous.call(login, { ...again, code });
    expect(entered).toMatchObject({ me: { name, role: 'support' } });
    await expect(testConsole.anonymous.call(login, { ...again, code })).rejects.toMatchObject({
      code: Code.secondFactor,
    });
    await expect(testConsole.anonymous.call(login, { ...again, code: '000000' })).rejects.toMatchObject({
      code: Code.secondFactor,
    });
    await expect(testConsole.anonymous.call(login, { name, password: 'another one' })).rejects.toMatchObject({
      code: Code.wrongCredentials,
    });
    await expect(testConsole.anonymous.call(login, { name: 'nobody.here', password: 'x' })).rejects.toMatchObject({
      code: Code.wrongCredentials,
    });
  });

  test('of twenty simultaneous log-ins with the same code one succeeds', async () => {
    const { name, secret } = await testConsole.operator('twenty.times', 'support');
    const proof = { name, password: ownPassword, code: testConsole.codeOf(secret) };
    const entered = await Promise.allSettled(
      Array.from({ length: 20 }, () => testConsole.anonymous.call(login, proof)),
    );
    expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('an operator who has not enrolled cannot log in', async () => {
    await addOperator(testConsole.machine(), { name: 'slow', role: 'support', email: 'slow@staff.example' });
    for (const password of ['nobody', ownPassword])
      await expect(testConsole.anonymous.call(login, { name: 'slow', password, code: '000000' })).rejects.toMatchObject(
        {
          code: Code.wrongCredentials,
        },
      );
  });

  test('wrong passwords are limited', async () => {
    const guess = () => testConsole.anonymous.call(login, { name: 'guessed', password: 'x' });
    for (let tries = 0; tries < 5; tries += 1) await expect(guess()).rejects.toMatchObject({ code: 1101 });
    await expect(guess()).rejects.toMatchObject({ code: Code.tooManyRequests });
  });

  test('a device that the operator used before can log in while others’ guesses lock the name', async () => {
    const { name, secret } = await testConsole.operator('was.here', 'support');
    const enter = (cookie: string, password: string) =>
      fetch(testConsole.money.exchange.consoleUrl + login.path, {
        method: 'POST',
        headers: { cookie },
        body: new URLSearchParams({ name, password, code: testConsole.codeOf(secret), lang: 'en' }),
      });
    const codeIn = async (answer: Response) => ((await answer.json()) as { code: number }).code;
    const device = (await enter('', ownPassword)).headers.get('set-cookie') ?? '';
    expect(device).toMatch(/^fft-operator-device=.*; Path=\/api\/operators; HttpOnly; SameSite=Strict/);
    const cookie = device.split(';', 1)[0] ?? '';
    for (let guess = 0; guess < 10; guess++) {
      if (guess === 5) testConsole.money.clock.time += 60_000;
      await enter('', 'a guess');
    }
    expect(await codeIn(await enter('', ownPassword))).toBe(Code.accountLocked);
    expect(await codeIn(await enter(cookie, ownPassword))).toBe(Code.ok);
    // A reset on the machine forgets the operator's devices, because their factors may be in other hands.
    await resetOperator(testConsole.machine(), name);
    expect(await codeIn(await enter(cookie, ownPassword))).toBe(Code.accountLocked);
  });

  test('wrong codes lock the factor across sessions, and raise an alarm', async () => {
    const { name, secret } = await testConsole.operator('robbed', 'support');
    const guess = (code: string) => testConsole.anonymous.call(login, { name, password: ownPassword, code });
    for (let times = 0; times < 10; times++) {
      await expect(guess('000000')).rejects.toMatchObject({ code: Code.secondFactor });
      if (times % 5 === 4) testConsole.money.clock.time += 5 * 60_000;
    }
    await expect(guess(testConsole.codeOf(secret))).rejects.toMatchObject({ code: Code.tooManyRequests });
    const { db } = testConsole.money.exchange.database;
    const [line] = await readAudit(db, { limit: 1, operator: name });
    expect(line).toMatchObject({ act: 'operator.factorLocked', target: `operator ${name}` });
    expect(await guessedOperators(db, testConsole.money.clock.time)).toEqual([name]);
    expect(await guessedOperators(db, testConsole.money.clock.time + 3_600_000)).toEqual([]);
  });

  test('a session ends by logging out, and when it is idle for too long', async () => {
    const one = await testConsole.operator('goes', 'content');
    expect(await one.call(me, {})).toMatchObject({
      name: 'goes',
      rights: expect.arrayContaining(['content.change']) as string[],
    });
    await one.call(logout, {});
    await expect(one.call(me, {})).rejects.toMatchObject({ code: Code.sessionInvalid });
    const other = await testConsole.operator('sleeps', 'content');
    testConsole.money.clock.time += 15 * 60_000;
    await expect(other.call(me, {})).rejects.toMatchObject({ code: Code.sessionInvalid });
  });
});
