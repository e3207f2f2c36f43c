import { consoleCalls } from '@fft/console-contract';
import { calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOperator } from '../src/admin/staff/at-the-machine.ts';
import { ownPassword, startTestConsole, type TestConsole } from './test-console.ts';
import { waitFor } from './wait-for.ts';

const { session } = consoleCalls;
let testConsole: TestConsole;

beforeAll(async () => {
  testConsole = await startTestConsole({
    BRAND_NAME: 'Acme',
    PUBLIC_URL: 'http://localhost:8080',
    DEMO_OPERATORS: 'on',
  });
});
afterAll(() => testConsole.money.exchange.stop());

test('customers and operators read the product’s own name wherever the server gives one', async () => {
  const { money, by, machine, anonymous, codeOf } = testConsole;
  const { exchange } = money;
  const password = 'the password of anna';
  const anna = await exchange.register('anna');
  expect(await anna.call(calls.user.read, {})).toMatchObject({ nickname: `Acme-${anna.id}` });
  const { uri } = await anna.call(calls.user.beginTotp, { password });
  expect(new URL(uri).searchParams.get('issuer')).toBe('Acme');
  const { options } = await anna.call(calls.user.beginPasskey, { password });
  expect(options).toMatchObject({ rp: { name: 'Acme' } });
  const about = await exchange.anonymous.call(calls.content.about, {});
  expect(about.name).toBe('Acme');
  expect(about.html).toContain('Acme is an exchange');
  await anna.call(calls.user.freeze, { password });
  await waitFor(async () => {
    const mails = await exchange.anonymous.call(calls.demo.mailbox, { to: 'anna@test.example' });
    expect(mails.map(({ subject }) => subject)).toContain('Acme: Your account was frozen');
  });

  const read = async (url: string): Promise<string> => (await fetch(url)).text();
  expect(JSON.parse(await read(`${exchange.url}/api/openapi.json`))).toMatchObject({ info: { title: 'Acme' } });
  expect(await read(`${exchange.consoleUrl}/demo/operators`)).toContain('<title>Acme · ');

  const { token } = await addOperator(machine(), { name: 'new.one', role: 'support', email: 'new.one@staff.example' });
  const enrolment = await anonymous.call(session.beginEnrolment, { token });
  expect(new URL(enrolment.uri).searchParams.get('issuer')).toBe('Acme Operators');
  const proof = { password: ownPassword, code: codeOf(by.support.secret) };
  const own = await by.support.call(session.beginPasskey, proof);
  expect(own.options).toMatchObject({ rp: { name: 'Acme' } });
});
