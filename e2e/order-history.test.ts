import { readFile } from 'node:fs/promises';
import { type Call, calls, type Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMail, registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import { newCustomer } from './harness/people/customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { untilShown } from './harness/browser/until-shown.ts';
import { asOfTexts, historyTexts, statusTexts, tradeTexts } from './harness/pages/trade-page.ts';

/** Marks the call's answers as a standby's state of 10:05:03, in the browser's time zone. */
async function makeOld(page: Page, { path }: Call): Promise<void> {
  const asOf = await page.evaluate(() => new Date(2026, 10, 26, 10, 5, 3).toISOString());
  await page.route(`**${path}*`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'as-of': asOf } });
  });
}

let browser: Browser;
let exchange: ExchangeProcess;
let trader: ApiCustomer;
let other: ApiCustomer;

beforeAll(async () => {
  exchange = await sharedExchange('BTC/USDT', 'ETH/USDT');
  browser = await sharedBrowser();
  trader = await registerByApi(exchange.url, newMail('trader'));
  other = await registerByApi(exchange.url, newMail('other'));
  await trader.receive('BTC', '0.5');
  await trader.receive('USDT', '40000');
  await other.receive('USDT', '40000');
  await other.receive('ETH', '1');
  const btc = { symbol: 'BTC/USDT', type: 'limit', quantity: '0.01' } as const;
  // One filled order and 21 cancelled ones make two pages.
  await trader.place({ ...btc, side: 'sell', price: '97000' });
  await other.place({ ...btc, side: 'buy', price: '97000' });
  for (let index = 0; index < 21; index += 1) {
    const order = {
      symbol: 'ETH/USDT',
      type: 'limit',
      side: 'buy',
      timeInForce: 'IOC',
      price: '3000',
      quantity: '0.01',
    } as const;
    await trader.place(order);
  }
});

afterAll(async () => {
  await closePages(browser);
});

async function openPage(lang: Lang, path: string): Promise<Page> {
  const { email, token } = trader;
  const customer = await newCustomer({ browser, url: exchange.url, lang, email, token });
  return customer.open(path);
}

const rows = (page: Page) => page.getByTestId('order-row');

describe.each(journeyLanguages('zh'))('in %s', (lang) => {
  const t = historyTexts[lang];
  const trade = tradeTexts[lang];

  test('order history is filtered, read to the end, and saved as a file', async () => {
    const page = await openPage(lang, 'pages/trade/history');
    await expect.poll(() => rows(page).count()).toBe(20);
    // The next page loads when the end scrolls into view.
    await rows(page).last().scrollIntoViewIfNeeded();
    const { items } = await trader.client.call(calls.trade.history, { limit: 50 });
    expect(items.length).toBeGreaterThan(20);
    await expect.poll(() => rows(page).count()).toBe(items.length);
    await page.getByText(trade.noMore).waitFor();

    await page.getByLabel(t.market, { exact: true }).selectOption('BTC/USDT');
    await page.getByLabel(t.state, { exact: true }).selectOption('filled');
    await expect.poll(() => rows(page).count()).toBe(1);
    await rows(page).getByText(trade.state.filled, { exact: true }).waitFor();
    await rows(page).getByText(trade.fills(1)).click();
    await page.getByLabel(t.side, { exact: true }).selectOption('buy');
    await page.getByText(t.emptyFiltered).waitFor();
    await page.getByRole('button', { name: t.clearFilters }).click();
    await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(20);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t.csv }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(items.length + 1);
    expect(lines[0]).toContain(t.columns[0]);
    expect(lines.at(-1)).toContain('BTC/USDT,sell,limit,,97000.0');
  });

  test('a list that a standby gave says of which time it is', async () => {
    const page = await openPage(lang, 'pages/trade/history');
    await expect.poll(() => rows(page).count()).toBe(20);
    const note = page.getByText(asOfTexts[lang].asOf('10:05:03'));
    expect(await note.count()).toBe(0);
    await makeOld(page, calls.trade.history);
    await page.reload();
    await note.waitFor();
    await page.context().close();
  });

  test('an open order is cancelled from the list', async () => {
    const { id } = await trader.place({
      symbol: 'BTC/USDT',
      type: 'limit',
      side: 'sell',
      price: '99000',
      quantity: '0.01',
    });
    const page = await openPage(lang, 'pages/trade/history');
    await page.getByRole('tab', { name: t.open(1) }).click();
    await rows(page).getByRole('button', { name: trade.cancelOrder }).click();
    await page.getByRole('button', { name: trade.cancelConfirm }).click();
    await page.getByRole('tab', { name: t.open(0) }).waitFor();
    await page.getByRole('tab', { name: t.past }).click();
    await expect.poll(() => rows(page).first().getAttribute('data-id')).toBe(id);
  });

  test('a row shows its order’s result immediately, on the page and in the list of open orders', async () => {
    const buy = { symbol: 'ETH/USDT', type: 'limit', side: 'buy', quantity: '0.01' } as const;
    const filled = await trader.place({ ...buy, price: '3000' });
    const cancelled = await trader.place({ ...buy, price: '2900' });
    const page = await openPage(lang, 'pages/trade/history');
    const row = (id: string) => page.locator(`[data-testid="order-row"][data-id="${id}"]`);
    await row(filled.id).getByText(trade.state.processing, { exact: true }).waitFor();
    await other.place({ ...buy, side: 'sell', price: '3000' });
    await row(filled.id).getByText(trade.state.filled, { exact: true }).waitFor();
    await row(filled.id).getByText(trade.fills(1)).waitFor();

    await row(cancelled.id).getByText(trade.state.processing, { exact: true }).waitFor();
    await page.getByRole('tab', { name: t.open(1) }).click();
    await trader.client.call(calls.trade.cancel, { id: cancelled.id });
    await page.getByRole('tab', { name: t.open(0) }).click();
    await page.getByRole('tab', { name: t.past }).click();
    await expect.poll(() => row(cancelled.id).getByText(trade.state.cancelled, { exact: true }).count()).toBe(1);
  });

  test('the status page shows which parts work', async () => {
    const page = await openPage(lang, 'pages/index/index');
    const status = statusTexts[lang];
    await page.getByText(status.fine).waitFor();
    await expect.poll(() => page.getByText(status.marketStates.open, { exact: true }).count()).toBe(13);
    await page.context().setOffline(true);
    await untilShown(page.getByText(status.unreachable));
    expect(await page.getByText(status.notAnswering).count()).toBe(1);
  });
});
