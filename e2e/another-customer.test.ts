import { calls } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newMail, registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import { openAs } from './harness/people/customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { orderSheetTexts, tradeTexts } from './harness/pages/trade-page.ts';

/** Two customers on one device: what the first one typed and left on the screen never becomes the second one's order. */
let browser: Browser;
let exchange: ExchangeProcess;
let anna: ApiCustomer;
let ben: ApiCustomer;
let page: Page;
const t = { ...tradeTexts.en, ...orderSheetTexts.en };

beforeAll(async () => {
  exchange = await sharedExchange('BTC/USDT');
  browser = await sharedBrowser();
  anna = await registerByApi(exchange.url, newMail('anna'));
  ben = await registerByApi(exchange.url, newMail('ben'));
  for (const customer of [anna, ben]) await customer.receive('USDT', '50000');
});
afterAll(async () => {
  await closePages(browser);
});

/** Anna's tab, with an order that only needs to be confirmed. */
beforeEach(async () => {
  page = await openAs({ browser, url: exchange.url, lang: 'en' }, anna, 'pages/home/trade?symbol=BTC/USDT');
  await page.getByLabel(t.price('USDT'), { exact: true }).fill('60000');
  await page.getByLabel(t.quantity('BTC'), { exact: true }).fill('0.1');
  await page.getByRole('button', { name: t.buyCoin('BTC'), exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: t.confirmBuy, exact: true }).waitFor();
  return () => page.context().close();
});

const openOrdersOf = async ({ client }: ApiCustomer): Promise<number> =>
  (await client.call(calls.trade.openOrders, {})).items.length;

/** What a log-out, and another customer's log-in, leave in the device's storage. */
const logOut = `localStorage.removeItem('user-token')`;
const logIn = (token: string): string =>
  `localStorage.setItem('user-token', ${JSON.stringify(JSON.stringify({ token }))})`;

async function expectEmptyForm(): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByLabel(t.quantity('BTC'), { exact: true }).inputValue()).toBe('');
}

test('a log-out in another tab, and a log-in after it, closes the sheet and empties the form', async () => {
  const other = await page.context().newPage();
  await other.goto(`${exchange.url}/demo/mailbox`);
  await other.evaluate(logOut);
  // The form is a guest's by now. Nothing of the customer's is beside it, not even for a moment.
  await page.getByText(t.logIn, { exact: true }).first().waitFor({ state: 'attached' });
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expectEmptyForm();
  await other.evaluate(logIn(ben.token));
  await page.getByText('50,000.00', { exact: false }).first().waitFor();
  await expectEmptyForm();
  expect([await openOrdersOf(anna), await openOrdersOf(ben)]).toEqual([0, 0]);
});

test('an order confirmed before the tab has heard of the log-in is refused, and told', async () => {
  // The tab's own change of its storage sends it no event, as if that were still on the way.
  await page.evaluate(`${logOut}; ${logIn(ben.token)}`);
  await page.getByRole('dialog').getByRole('button', { name: t.confirmBuy, exact: true }).click();
  await page.getByText('Another account is logged in here now', { exact: false }).waitFor();
  await expectEmptyForm();
  expect([await openOrdersOf(anna), await openOrdersOf(ben)]).toEqual([0, 0]);
});
