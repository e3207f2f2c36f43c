import { calls } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { registerByApi } from './harness/api-customer.ts';
import { consoleWords } from './harness/console-words.ts';
import { consoleUrlOf, enterOperator, openConsole } from './harness/console.ts';
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

  const screen = await openConsole(
    { browser, url, lang: 'en' },
    await enterOperator(exchange, 'reviewer', 'compliance'),
    '/identity',
  );
  await screen.getByRole('button', { name: t.identity.views.decided() }).click();
  await screen.getByRole('button', { name: new RegExp(`Anna Novak\\s*${id}`) }).click();
  const papers = screen.getByRole('complementary', { name: t.identity.papers });
  await papers.getByRole('button', { name: t.identity.revoke, exact: true }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: t.identity.revoke, exact: true }).click();
  await dialog.getByRole('alert').first().waitFor();
  await dialog.getByRole('button', { name: t.identity.revokeNames.expired, exact: true }).click();
  await dialog.getByRole('button', { name: t.identity.revoke, exact: true }).click();
  await screen.getByText(t.identity.didRevoke(0)).waitFor();
  await screen.getByRole('cell', { name: t.identity.states.revoked }).waitFor();

  await phone.getByTestId('identity-revoked').waitFor();
  await phone.getByText(t.identity.revokeReasons.expired).waitFor();
  await phone.getByRole('button', { name: app.identity.again, exact: true }).click();
  await phone.getByLabel(app.identity.name, { exact: true }).waitFor();
  await submitPapers(anna, 'Anna Novak', '2045183910');
  expect((await anna.client.call(calls.user.read, {})).identity).toEqual({ state: 'pending' });
  await screen.context().close();
  await phone.context().close();
});

test('a customer’s turnover in the console follows a trade without reloading, in both languages', async () => {
  const [seller, buyer] = await Promise.all(
    ['seller', 'buyer'].map((name) => registerByApi(exchange.url, `${name}@example.com`)),
  );
  if (!seller || !buyer) throw new Error('two customers are needed');
  await seller.receive('BTC', '0.1');
  await buyer.receive('USDT', '50000');
  const { id } = await buyer.client.call(calls.user.read, {});
  const operator = await enterOperator(exchange, 'helper', 'support');
  const turnovers = await Promise.all(
    (['zh', 'en'] as const).map(async (lang) => {
      const { customers: words } = consoleWords(lang);
      const screen = await openConsole({ browser, url, lang }, operator, `/customers?id=${id}`);
      const panel = screen.getByRole('complementary', { name: words.tabsLabel });
      return panel.locator('dl > div').filter({ hasText: words.turnover }).locator('dd');
    }),
  );
  for (const turnover of turnovers) await expect.poll(() => turnover.innerText()).toBe('0');
  const order = { symbol: 'BTC/USDT', type: 'limit', price: '90000', quantity: '0.02' } as const;
  await seller.place({ ...order, side: 'sell' });
  await buyer.place({ ...order, side: 'buy' });
  for (const turnover of turnovers) {
    await expect.poll(() => turnover.innerText(), { timeout: 30_000 }).toBe('1,800');
    await turnover.page().context().close();
  }
});
