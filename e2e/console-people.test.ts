import { calls } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { registerByApi } from './harness/api-customer.ts';
import { consoleWords } from './harness/console-words.ts';
import { consoleUrlOf, enterOperator, sitDown } from './harness/console.ts';
import { openAs } from './harness/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { operate } from './harness/operator.ts';
import { submitPapers } from './harness/papers.ts';
import { words } from './harness/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let url = '';

beforeAll(async () => {
  exchange = await startExchange({ env: { CONSOLE_PORT: '0' } });
  url = consoleUrlOf(exchange);
  browser = await launchBrowser(inject('browserPath'));
});

afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

const t = consoleWords('en');
const app = words('en');

test('an approved identity is revoked with a reason; the customer reads it and submits again', async () => {
  const anna = await registerByApi(exchange.url, 'anna@example.com');
  const { id } = await anna.client.call(calls.user.read, {});
  await submitPapers(anna, 'Anna Novak', '2045183910');
  await operate(exchange, 'identity', 'pass', id);
  const phone = await openAs({ browser, url: exchange.url, lang: 'en' }, anna, 'pages/user/idauth');
  await phone.getByTestId('identity-passed').waitFor();

  const desk = await sitDown(
    { browser, url, lang: 'en' },
    await enterOperator(exchange, 'reviewer', 'compliance'),
    '/identity',
  );
  await desk.getByRole('button', { name: t.identity.views.decided() }).click();
  await desk.getByRole('button', { name: new RegExp(`Anna Novak\\s*${id}`) }).click();
  const papers = desk.getByRole('complementary', { name: t.identity.papers });
  await papers.getByRole('button', { name: t.identity.revoke, exact: true }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('button', { name: t.identity.revoke, exact: true }).click();
  await dialog.getByRole('alert').first().waitFor();
  await dialog.getByRole('button', { name: t.identity.revokeNames.expired, exact: true }).click();
  await dialog.getByRole('button', { name: t.identity.revoke, exact: true }).click();
  await desk.getByText(t.identity.didRevoke(0)).waitFor();
  await desk.getByRole('cell', { name: t.identity.states.revoked }).waitFor();

  await phone.getByTestId('identity-revoked').waitFor();
  await phone.getByText(t.identity.revokeReasons.expired).waitFor();
  await phone.getByRole('button', { name: app.identity.again, exact: true }).click();
  await phone.getByLabel(app.identity.name, { exact: true }).waitFor();
  await submitPapers(anna, 'Anna Novak', '2045183910');
  expect((await anna.client.call(calls.user.read, {})).identity).toEqual({ state: 'pending' });
  await desk.context().close();
  await phone.context().close();
});
