import { calls, type Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMail, registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { patienceMs } from './harness/browser/patience.ts';
import { newPhone } from './harness/browser/phone.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { words } from './harness/pages/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let maker: ApiCustomer;

beforeAll(async () => {
  exchange = await sharedExchange('BTC/USDT');
  browser = await sharedBrowser();
  maker = await registerByApi(exchange.url, newMail('maker'));
  await maker.receive('BTC', '0.5');
  await maker.receive('USDT', '40000');
});

afterAll(async () => {
  await closePages(browser);
});

/** A book around this price. */
async function makeBook(price: number): Promise<void> {
  await maker.client.call(calls.trade.cancelAll, { symbol: 'all' });
  const order = { symbol: 'BTC/USDT', type: 'limit', quantity: '0.1' } as const;
  await maker.place({ ...order, side: 'sell', price: String(price) });
  await maker.place({ ...order, side: 'buy', price: String(price - 100) });
}

async function openConvert(lang: Lang): Promise<{ readonly page: Page; readonly customer: ApiCustomer }> {
  const customer = await registerByApi(exchange.url, newMail('converter'), lang);
  await customer.receive('USDT', '5000');
  const device = { viewport: { width: 390, height: 844 } };
  const context = await newPhone({ browser, url: exchange.url, lang, token: customer.token, device });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.goto(`${exchange.url}/#/pages/assets/index`);
  return { page, customer };
}

test.each(journeyLanguages('zh'))('a customer converts at a quote, forth and back (%s)', async (lang) => {
  const t = words(lang).convert;
  await makeBook(90_000);
  const { page, customer } = await openConvert(lang);
  // From the coin's sheet.
  await page.getByText('USDT', { exact: true }).last().click();
  await page.getByRole('dialog').getByRole('link', { name: t.title }).click();
  await page.getByRole('heading', { name: t.title }).waitFor();
  const quote = page.getByTestId('quote');
  await quote.getByText(t.typeAmount).waitFor();

  const amount = page.getByLabel(t.amount);
  await amount.fill('900');
  // 900 at 90,000, less the fee of 0.1 %.
  await quote.getByText('0.00999 BTC').waitFor();
  expect(await quote.innerText()).toMatch(/90,000\.000 USDT[^]*0\.00998001 BTC[^]*900 USDT/);
  await page.getByRole('button', { name: t.submit('0.00999 BTC') }).click();
  const done = page.getByRole('alertdialog', { name: t.doneTitle });
  await done.getByText(t.done('900 USDT', '0.00999 BTC')).waitFor();
  await done.getByRole('button', { name: t.ok }).click();

  await page.getByRole('button', { name: t.swap }).click();
  await amount.fill('0.005');
  await quote.getByText('449.0505 USDT', { exact: false }).first().waitFor();
  await amount.press('Enter');
  await done.getByText(t.done('0.005 BTC', '449.0505 USDT')).waitFor();
  await done.getByRole('button', { name: t.orders }).click();
  await page.waitForURL(/pages\/trade\/history/);
  const { items } = await customer.client.call(calls.trade.history, { limit: 10 });
  expect(items.map(({ side, state, timeInForce }) => [side, state, timeInForce])).toEqual([
    ['sell', 'filled', 'FOK'],
    ['buy', 'filled', 'FOK'],
  ]);
  await page.context().close();
});

test('a moved price converts nothing, and the page says so and shows the new quote', async () => {
  const { convert: t } = words('en');
  await makeBook(89_000);
  const customer = await registerByApi(exchange.url, newMail('late'), 'en');
  await customer.receive('USDT', '5000');
  const device = { viewport: { width: 390, height: 844 } };
  const context = await newPhone({ browser, url: exchange.url, lang: 'en', token: customer.token, device });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.goto(`${exchange.url}/#/pages/trade/convert?coin=USDT&to=BTC`);
  await page.getByLabel(t.amount).fill('800');
  const button = page.getByRole('button', { name: /^Convert to / });
  await button.waitFor();
  // The page keeps the quote that it has while the book moves.
  await page.route(`**${calls.convert.quote.path}*`, (route) => route.abort());
  await makeBook(90_000);
  await button.click();
  await page.getByText(t.moved).waitFor();
  await page.unroute(`**${calls.convert.quote.path}*`);
  await page.getByTestId('quote').getByText('90,000.000 USDT', { exact: false }).waitFor();
  expect((await customer.client.call(calls.trade.history, { limit: 10, state: 'filled' })).items).toEqual([]);
  await page.context().close();
});

test('more than one has, and what the market can’t convert, is said at the amount', async () => {
  const { convert: t } = words('en');
  await makeBook(89_000);
  const customer = await registerByApi(exchange.url, newMail('poor'), 'en');
  await customer.receive('USDT', '50');
  const device = { viewport: { width: 390, height: 844 } };
  const context = await newPhone({ browser, url: exchange.url, lang: 'en', token: customer.token, device });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.goto(`${exchange.url}/#/pages/trade/convert`);
  await page.getByLabel(t.amount).fill('60');
  await page.getByText(t.tooMuch).waitFor();
  expect(
    await page
      .getByRole('button', { name: /^Convert/ })
      .last()
      .isDisabled(),
  ).toBe(true);
  await page.getByLabel(t.amount).fill('3');
  await page.getByText('Amount is not enough: the total must be at least 5').waitFor();
  await page.context().close();
});
