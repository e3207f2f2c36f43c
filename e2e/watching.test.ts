import { calls } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMail, registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import { newCustomer } from './harness/people/customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { alertBellTexts, alertTexts } from './harness/pages/chart-page.ts';
import { marketTexts } from './harness/pages/trade-page.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let watcher: ApiCustomer;

beforeAll(async () => {
  exchange = await sharedExchange('BTC/USDT');
  browser = await sharedBrowser();
  watcher = await registerByApi(exchange.url, newMail('watcher'));
});

afterAll(async () => {
  await closePages(browser);
});

const t = marketTexts.en;
const star = (page: Page, symbol: string) => page.getByRole('button', { name: t.addFavourite(symbol) });
const litStar = (page: Page, symbol: string) => page.getByRole('button', { name: t.removeFavourite(symbol) });
const ofAccount = () => watcher.client.call(calls.watchlist.favourites, {});

/** Sets the session as if another tab of the same browser had logged in or out. */
const setSession = (page: Page, entry: string | null) =>
  page.evaluate(
    `${entry === null ? "localStorage.removeItem('user-token')" : `localStorage.setItem('user-token', ${JSON.stringify(entry)})`};
    dispatchEvent(new StorageEvent('storage', { key: 'user-token' }))`,
  );
const enter = (page: Page, token: string) => setSession(page, JSON.stringify({ token }));

test('a guest’s favourites join those of the account, appear on another phone, and disappear after the log-out', async () => {
  await watcher.client.call(calls.watchlist.setFavourites, { symbols: 'SOL/USDT' });
  const phone = await newCustomer({ browser, url: exchange.url, lang: 'en', email: watcher.email });
  const page = await phone.open('pages/home/deal?symbol=BTC/USDT');
  await star(page, 'BTC/USDT').click();
  await litStar(page, 'BTC/USDT').waitFor();

  await enter(page, watcher.token);
  await expect.poll(ofAccount).toEqual(['SOL/USDT', 'BTC/USDT']);
  await litStar(page, 'BTC/USDT').click();
  await expect.poll(ofAccount).toEqual(['SOL/USDT']);

  const other = await newCustomer({ browser, url: exchange.url, lang: 'en', email: watcher.email });
  const otherPage = await other.open('pages/home/deal?symbol=SOL/USDT');
  await star(otherPage, 'SOL/USDT').waitFor();
  await enter(otherPage, watcher.token);
  await litStar(otherPage, 'SOL/USDT').waitFor();

  await setSession(otherPage, null);
  await star(otherPage, 'SOL/USDT').waitFor();
  expect(await ofAccount()).toEqual(['SOL/USDT']);
});

test('a favourite that could not be saved is unmarked again, and the customer is notified', async () => {
  const phone = await newCustomer({ browser, url: exchange.url, lang: 'en', email: watcher.email });
  const page = await phone.open('pages/home/deal?symbol=ETH/USDT');
  await enter(page, watcher.token);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('favourite-markets'))).toContain('SOL/USDT');
  await page.route('**/api/user/favourites.html', (route) => route.abort());
  await star(page, 'ETH/USDT').click();
  await page.getByRole('status').filter({ hasText: /\S/ }).first().waitFor();
  await star(page, 'ETH/USDT').waitFor();
  expect(await ofAccount()).toEqual(['SOL/USDT']);
});

test('a price alert appears on the page and in the inbox', async () => {
  const seller = await registerByApi(exchange.url, newMail('seller'));
  const buyer = await registerByApi(exchange.url, newMail('buyer'));
  await seller.receive('BTC', '0.5');
  await buyer.receive('USDT', '90000');
  const trade = async (price: string): Promise<void> => {
    const order = { symbol: 'BTC/USDT', type: 'limit', price, quantity: '0.001' } as const;
    await seller.place({ ...order, side: 'sell' });
    await buyer.place({ ...order, side: 'buy' });
  };
  await trade('97000');
  const phone = await newCustomer({ browser, url: exchange.url, lang: 'en', email: watcher.email });
  const page = await phone.open('pages/home/deal?symbol=BTC/USDT');
  await enter(page, watcher.token);
  const a = alertTexts.en;
  await page.getByRole('button', { name: alertBellTexts.en.bell }).click();
  await page.getByLabel(a.price('USDT')).fill('97500');
  await page.getByRole('button', { name: a.create, exact: true }).click();
  await expect.poll(() => watcher.client.call(calls.watchlist.alerts, {})).toHaveLength(1);
  await page.keyboard.press('Escape');
  await trade('97600');
  await page.getByText(a.reached('BTC/USDT', '97,500.0')).first().waitFor();
  const messages = await phone.open('pages/content/index');
  await messages.getByText('Price alert: BTC/USDT rose to 97500.0').waitFor();
});
