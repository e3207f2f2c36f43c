import { consoleCalls, mayDo, forbiddenCode, roles, type OperatorCall, type Right } from '@fft/console-contract';
import { createClient, RefusedError } from '@fft/client';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownPassword, startTestConsole, type TestConsole } from '../../testing/test-console.ts';
import { readAudit } from '../audit/audit.ts';
import { callConsole } from './command-line.ts';
import { addOperator, resetOperator } from './at-the-machine.ts';
import { guessedOperators } from './prove.ts';

let it: TestConsole;

beforeAll(async () => {
  it = await startTestConsole();
});
afterAll(() => it.money.exchange.stop());

const { login, me, logout } = consoleCalls.session;
const all: readonly OperatorCall[] = Object.values(consoleCalls).flatMap((area) =>
  Object.values(area).filter((call): call is OperatorCall => 'right' in call),
);

describe('every call, by every role', () => {
  test.each(all.map((call) => [call.path, call] as const))('%s', async (_path, call) => {
    const { right } = call;
    if (right === null) return expect(call.path).toMatch(/\/(me|logout|passkeys(\/(begin|add|remove))?)$/);
    for (const role of roles) {
      const { token } = it.by[role];
      const body = new URLSearchParams({ lang: 'en' });
      const url = `${it.money.exchange.consoleUrl}${call.path}`;
      const answer = await fetch(call.method === 'GET' ? `${url}?${body.toString()}` : url, {
        method: call.method,
        headers: { 'access-token': token },
        ...(call.method === 'POST' && { body }),
      });
      const { code } = (await answer.json()) as { code: number };
      expect([role, code === forbiddenCode]).toEqual([role, !mayDo(role, right)]);
      if (mayDo(role, right)) expect([Code.ok, Code.badRequest]).toContain(code);
      const [last] = await readAudit(it.money.exchange.database.db, { limit: 1, operator: `the.${role}` });
      if (!mayDo(role, right))
        expect(last).toMatchObject({ act: 'refused', target: call.path, after: { right, role } });
    }
    return undefined;
  });

  test('is there for scripts too: told by name, and made with the words of a command line', async () => {
    const named = Object.entries(consoleCalls).flatMap(([area, calls]) =>
      Object.entries(calls).map(([name, call]): readonly [string, { summary: string; right?: Right | null }] => [
        `${area}.${name}`,
        call,
      ]),
    );
    const told = String(await callConsole({}, [])).split('\n');
    expect(told).toEqual(named.map(([name, { summary }]) => `${name}  ${summary}`));
    const left = ['session.login', 'session.logout'];
    for (const [name, { right = null }] of named.filter(([one]) => !left.includes(one))) {
      const role = roles.find((one) => right === null || mayDo(one, right)) ?? 'admin';
      const env = { CONSOLE_URL: it.money.exchange.consoleUrl, OPERATOR_TOKEN: it.by[role].token };
      const code = await callConsole(env, [name, 'lang=en']).then(
        () => Code.ok,
        (error: unknown) => (error instanceof RefusedError ? error.code : error),
      );
      expect([name, code]).toEqual([name, expect.toBeOneOf([Code.ok, Code.badRequest])]);
    }
  });

  test('nobody may without a session, nor with one of a customer', async () => {
    const anna = await it.money.exchange.register('anna');
    const asCustomer = createClient({ baseUrl: it.money.exchange.consoleUrl, token: () => anna.token });
    for (const call of all) {
      await expect(it.nobody.call(call, {})).rejects.toMatchObject({ code: Code.sessionInvalid });
      await expect(asCustomer.call(call, {})).rejects.toMatchObject({ code: Code.sessionInvalid });
    }
    const operatorAsCustomer = createClient({ baseUrl: it.money.exchange.url, token: () => it.by.admin.token });
    await expect(operatorAsCustomer.call(calls.user.read, {})).rejects.toMatchObject({ code: Code.sessionInvalid });
  });
});

test("the customers' address knows no operators' call, and the operators' none of the customers'", async () => {
  const { url, consoleUrl } = it.money.exchange;
  for (const call of all) expect((await fetch(url + call.path, { method: call.method })).status).toBe(404);
  expect((await fetch(url + login.path, { method: 'POST' })).status).toBe(404);
  expect((await fetch(consoleUrl + calls.market.list.path)).status).toBe(404);
  expect((await fetch(consoleUrl + calls.auth.login.path, { method: 'POST' })).status).toBe(404);
});

describe('log-in', () => {
  test('takes the password and a code, each code once', async () => {
    const { name, secret } = await it.operator('first.time', 'support');
    const again = { name, password: ownPassword };
    await expect(it.nobody.call(login, again)).rejects.toMatchObject({ code: Code.secondFactor });
    const code = it.codeOf(secret);
    const entered = await it.nobody.call(login, { ...again, code });
    expect(entered).toMatchObject({ me: { name, role: 'support' } });
    await expect(it.nobody.call(login, { ...again, code })).rejects.toMatchObject({ code: Code.secondFactor });
    await expect(it.nobody.call(login, { ...again, code: '000000' })).rejects.toMatchObject({
      code: Code.secondFactor,
    });
    await expect(it.nobody.call(login, { name, password: 'another one' })).rejects.toMatchObject({
      code: Code.wrongCredentials,
    });
    await expect(it.nobody.call(login, { name: 'nobody.here', password: 'x' })).rejects.toMatchObject({
      code: Code.wrongCredentials,
    });
  });

  test('a code that is shown by twenty log-ins at once lets one in', async () => {
    const { name, secret } = await it.operator('twenty.times', 'support');
    const proof = { name, password: ownPassword, code: it.codeOf(secret) };
    const entered = await Promise.allSettled(Array.from({ length: 20 }, () => it.nobody.call(login, proof)));
    expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('nobody logs in as an operator who has not enrolled', async () => {
    await addOperator(it.machine(), { name: 'slow', role: 'support', email: 'slow@staff.example' });
    for (const password of ['nobody', ownPassword])
      await expect(it.nobody.call(login, { name: 'slow', password, code: '000000' })).rejects.toMatchObject({
        code: Code.wrongCredentials,
      });
  });

  test('guesses are slowed down', async () => {
    const guess = () => it.nobody.call(login, { name: 'guessed', password: 'x' });
    for (let tries = 0; tries < 5; tries += 1) await expect(guess()).rejects.toMatchObject({ code: 1101 });
    await expect(guess()).rejects.toMatchObject({ code: Code.tooManyRequests });
  });

  test('a device that an operator used before gets in where others guessed until the name was locked', async () => {
    const { name, secret } = await it.operator('was.here', 'support');
    const enter = (cookie: string, password: string) =>
      fetch(it.money.exchange.consoleUrl + login.path, {
        method: 'POST',
        headers: { cookie },
        body: new URLSearchParams({ name, password, code: it.codeOf(secret), lang: 'en' }),
      });
    const codeIn = async (answer: Response) => ((await answer.json()) as { code: number }).code;
    const device = (await enter('', ownPassword)).headers.get('set-cookie') ?? '';
    expect(device).toMatch(/^fft-operator-device=.*; Path=\/api\/operators; HttpOnly; SameSite=Strict/);
    const cookie = device.split(';', 1)[0] ?? '';
    for (let guess = 0; guess < 10; guess++) {
      if (guess === 5) it.money.clock.time += 60_000;
      await enter('', 'a guess');
    }
    expect(await codeIn(await enter('', ownPassword))).toBe(Code.accountLocked);
    expect(await codeIn(await enter(cookie, ownPassword))).toBe(Code.ok);
    // The machine's operator resets one whose factors may be somebody else's: their devices are forgotten.
    await resetOperator(it.machine(), name);
    expect(await codeIn(await enter(cookie, ownPassword))).toBe(Code.accountLocked);
  });

  test('wrong codes lock by themselves, whatever the session, and those who watch are told', async () => {
    const { name, secret } = await it.operator('robbed', 'support');
    const guess = (code: string) => it.nobody.call(login, { name, password: ownPassword, code });
    for (let times = 0; times < 10; times++) {
      await expect(guess('000000')).rejects.toMatchObject({ code: Code.secondFactor });
      if (times % 5 === 4) it.money.clock.time += 5 * 60_000;
    }
    await expect(guess(it.codeOf(secret))).rejects.toMatchObject({ code: Code.tooManyRequests });
    const { db } = it.money.exchange.database;
    const [line] = await readAudit(db, { limit: 1, operator: name });
    expect(line).toMatchObject({ act: 'operator.factorLocked', target: `operator ${name}` });
    expect(await guessedOperators(db, it.money.clock.time)).toEqual([name]);
    expect(await guessedOperators(db, it.money.clock.time + 3_600_000)).toEqual([]);
  });

  test('a session ends by logging out, and by itself when it is not used', async () => {
    const one = await it.operator('goes', 'content');
    expect(await one.call(me, {})).toMatchObject({
      name: 'goes',
      rights: expect.arrayContaining(['content.change']) as string[],
    });
    await one.call(logout, {});
    await expect(one.call(me, {})).rejects.toMatchObject({ code: Code.sessionInvalid });
    const other = await it.operator('sleeps', 'content');
    it.money.clock.time += 15 * 60_000;
    await expect(other.call(me, {})).rejects.toMatchObject({ code: Code.sessionInvalid });
  });
});
