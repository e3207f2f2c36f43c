import { createClient } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestExchange } from '../../../testing/test-exchange.ts';

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await startTestExchange({ CONSOLE_PORT: '0', DEMO_OPERATORS: 'on' });
});
afterAll(() => exchange.stop());

const { session, identity, operators } = consoleCalls;

/** Logs in with the credentials on the page. */
async function enter(name: string) {
  const page = await (await fetch(`${exchange.consoleUrl}/demo/operators`)).text();
  const [password, code] = ['password', 'code'].map((id) => new RegExp(`id="${id}">(\\w+)<`).exec(page)?.[1] ?? '');
  expect(page).toContain(`<code>${name}</code>`);
  let token = '';
  const client = createClient({ baseUrl: exchange.consoleUrl, token: () => token });
  const entered = await client.call(session.login, { name, password: password ?? '', code: code ?? '' });
  ({ token } = entered);
  return client;
}

test('the demo’s operators log in with the credentials on its page, also after a restart', async () => {
  expect(await (await enter('demo.compliance')).call(identity.queue, {})).toMatchObject({ waiting: 0 });
  await exchange.restart();
  const admin = await enter('demo.admin');
  const roles = (await admin.call(operators.list, {})).map(({ role }) => role);
  expect(Object.fromEntries(roles.map((role) => [role, roles.filter((one) => one === role).length]))).toEqual({
    admin: 2,
    treasury: 2,
    support: 1,
    compliance: 1,
    market: 2,
    content: 1,
  });
});

test('only the console serves the page, which may load nothing from other sites', async () => {
  for (const path of ['/demo/operators', '/']) {
    const { headers } = await fetch(exchange.consoleUrl + path);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';script-src 'self';/);
    expect(headers.get('x-frame-options')).toBe('DENY');
  }
  expect((await fetch(`${exchange.url}/demo/operators`)).status).toBe(404);
});
