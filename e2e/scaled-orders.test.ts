import { calls } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { registerByApi } from './harness/api-customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { journeyLanguages } from './harness/journey-languages.ts';
import { patienceMs } from './harness/patience.ts';
import { newPhone } from './harness/phone.ts';
import { orderSheetTexts, tradeTexts } from './harness/trade-page.ts';
import { words } from './harness/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await startExchange();
  browser = await launchBrowser(inject('browserPath'));
});

afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

test.each(journeyLanguages('zh'))(
  'a customer spreads a quantity over a range, sees what is placed, and cancels all of it at once (%s)',
  async (lang) => {
    const [t, trade, sheets, { orderParents }] = [
      words(lang).scaled,
      tradeTexts[lang],
      orderSheetTexts[lang],
      words(lang),
    ];
    const customer = await registerByApi(exchange.url, `ladder-${lang}@example.com`, lang);
    await customer.receive('USDT', '1000');
    const device = { viewport: { width: 390, height: 844 } };
    const context = await newPhone({ browser, url: exchange.url, lang, token: customer.token, device });
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    await page.goto(`${exchange.url}/#/pages/home/trade?symbol=BTC/USDT`);
    await page.getByRole('button', { name: trade.advanced }).click();
    await page.getByRole('link', { name: sheets.plans.scaled }).click();
    await page.getByRole('heading', { name: t.title, exact: true }).waitFor();
    await page.getByText(t.none, { exact: true }).waitFor();

    await page.getByLabel(t.low).fill('40000');
    await page.getByLabel(t.high).fill('44000');
    await page.getByLabel(t.total).fill('0.01');
    await page.getByText(t.sizeNames.decreasing).click();
    const levels = page.getByTestId('levels');
    await levels.getByRole('row', { name: /^40,000\.0\s+0\.00334/ }).waitFor();
    expect(await levels.getByRole('row').count()).toBe(8);
    await levels.getByRole('row', { name: new RegExp(`^${t.sum}\\s+0\\.01`) }).waitFor();
    await page.getByRole('button', { name: t.place(5) }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: t.confirmYes }).click();
    await page.getByText(t.placed(5)).waitFor();
    const parent = page.getByTestId('scaled-parent');
    await parent.getByText(t.openFacts(5, '0', '0.01')).waitFor();
    const { items } = await customer.client.call(calls.trade.openOrders, { limit: 10 });
    expect(items.map(({ price }) => price).toReversed()).toEqual([
      '40000.0',
      '41000.0',
      '42000.0',
      '43000.0',
      '44000.0',
    ]);

    // Where the orders are listed, each names its parent, which one of them cancels.
    await page.goto(`${exchange.url}/#/pages/home/trade?symbol=BTC/USDT`);
    const row = page.getByTestId('order-row').first();
    await row.getByText(orderParents.scaled, { exact: true }).waitFor();
    await row.getByRole('button', { name: trade.cancelOrder }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: orderParents.cancelWhole.scaled }).click();
    await page.getByText(trade.cancelAllDone(5)).waitFor();
    await page.getByText(trade.noOpenOrders, { exact: true }).waitFor();

    // Too much for the balance: the first levels are placed, and the others are named.
    await page.goto(`${exchange.url}/#/pages/trade/scaled?symbol=BTC/USDT`);
    await page.getByLabel(t.low).fill('40000');
    await page.getByLabel(t.high).fill('44000');
    await page.getByLabel(t.total).fill('0.05');
    await page.getByRole('button', { name: t.place(5) }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: t.confirmYes }).click();
    await page.getByText(t.someRefused(2, 3)).waitFor();
    await page.getByText(/44,000\.0[:：]/).waitFor();
    await parent.getByRole('button', { name: t.cancel }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: t.cancel }).click();
    await page.getByText(t.cancelled(2)).waitFor();
    await page.getByText(t.none, { exact: true }).waitFor();
    await context.close();
  },
);
