import type { Lang } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMail, registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import { openAs } from './harness/people/customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { orderSheetTexts, tradeTexts } from './harness/pages/trade-page.ts';
import { words } from './harness/pages/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let customer: ApiCustomer;

beforeAll(async () => {
  exchange = await sharedExchange('BTC/USDT', 'ETH/USDT', 'ETH/BTC');
  browser = await sharedBrowser();
  customer = await registerByApi(exchange.url, newMail('orderly'));
  const seller = await registerByApi(exchange.url, newMail('seller'));
  await customer.receive('USDT', '40000');
  await customer.receive('BTC', '0.1');
  await seller.receive('BTC', '0.1');
  await seller.receive('ETH', '1');
  // An ETH is worth 3,000 USDT by its own market, and 3,150 by its price in BTC.
  for (const [symbol, price, quantity] of [
    ['BTC/USDT', '90000', '0.01'],
    ['ETH/USDT', '3000', '0.1'],
    ['ETH/BTC', '0.035', '0.1'],
  ] as const) {
    const order = { symbol, type: 'limit', price, quantity } as const;
    await seller.place({ ...order, side: 'sell' });
    await customer.place({ ...order, side: 'buy' });
  }
});

afterAll(async () => {
  await closePages(browser);
});

const open = (lang: Lang, path: string) => openAs({ browser, url: exchange.url, lang }, customer, path);

const worth = { zh: '≈ ¥21,360.00', en: '≈ $3,000.00' };

describe.each(journeyLanguages('zh'))('in %s', (lang) => {
  const t = tradeTexts[lang];
  const onSheet = orderSheetTexts[lang];

  test('one price is worth the same in the form, the book and the chart', async () => {
    const page = await open(lang, 'pages/home/trade?symbol=ETH/BTC');
    const form = page.getByRole('region', { name: t.title, exact: true });
    const book = page.getByRole('group', { name: t.last, exact: true });
    for (const place of [form, book])
      await expect.poll(() => place.getByText(/^≈ .*\d/).allInnerTexts()).toContain(worth[lang]);
    await page.goto(`${exchange.url}/#/pages/transfer/kline?symbol=ETH/BTC`);
    const figures = page.getByRole('region', { name: 'ETH/BTC', exact: true });
    await expect.poll(() => figures.getByText(/^≈ .*\d/).allInnerTexts()).toEqual([worth[lang]]);
    await page.context().close();
  });

  test('an iceberg without a visible quantity is refused at its field, and is none once its sheet is left', async () => {
    const page = await open(lang, 'pages/home/trade?symbol=BTC/USDT');
    const sheet = page.getByRole('dialog');
    const advanced = page.getByRole('button', { name: t.advanced });
    const iceberg = sheet.getByRole('switch', { name: t.iceberg });
    await page.getByLabel(t.price('USDT'), { exact: true }).fill('80000');
    await page.getByLabel(t.quantity('BTC'), { exact: true }).fill('0.01');
    await advanced.click();
    await iceberg.click();
    await sheet.getByRole('button', { name: onSheet.done, exact: true }).click();
    await sheet.getByText(t.faults.blank, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });

    await advanced.click();
    await sheet.getByRole('heading', { name: t.advanced }).waitFor();
    expect(await iceberg.getAttribute('aria-checked')).toBe('false');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    const buy = page.getByRole('button', { name: t.buyCoin('BTC'), exact: true });
    await buy.click();
    await sheet.getByRole('button', { name: onSheet.confirmBuy, exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });

    // A visible quantity that the order no longer has is shown where it is changed.
    await advanced.click();
    await iceberg.click();
    await sheet.getByLabel(onSheet.visible('BTC'), { exact: true }).fill('0.005');
    await sheet.getByRole('button', { name: onSheet.done, exact: true }).click();
    await sheet.waitFor({ state: 'hidden' });
    await page.getByLabel(t.quantity('BTC'), { exact: true }).fill('0.004');
    await buy.click();
    await sheet.getByText(t.faults.aboveQuantity, { exact: true }).waitFor();
    await page.context().close();
  });

  test('an amount too small to be counted is not called blank', async () => {
    const tiny = '0.0000001';
    const { assets, money, transfer } = words(lang);
    const page = await open(lang, 'pages/home/trade?symbol=BTC/USDT');
    await page.getByLabel(t.price('USDT'), { exact: true }).fill('80000');
    await page.getByLabel(t.quantity('BTC'), { exact: true }).fill(tiny);
    await page.getByRole('button', { name: t.buyCoin('BTC'), exact: true }).click();
    await expect.poll(() => page.getByText(t.faults.belowMin('0.00001'), { exact: true }).count()).toBe(1);

    await page.goto(`${exchange.url}/#/pages/transfer/index?coin=USDT`);
    await page.getByLabel(money.amount, { exact: true }).fill(tiny);
    await page.getByRole('button', { name: transfer.submit('0.000000 USDT'), exact: true }).click();
    await expect.poll(() => page.getByText(money.positive, { exact: true }).count()).toBe(1);

    await page.goto(`${exchange.url}/#/pages/assets/index`);
    await page.getByRole('button', { name: assets.getCoins, exact: true }).first().click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel(assets.amount, { exact: true }).fill('0.000000001');
    await sheet.getByRole('button', { name: assets.receiveCoins('0.00000000', 'USDT'), exact: true }).click();
    await expect.poll(() => sheet.getByText(assets.positive, { exact: true }).count()).toBe(1);
    await page.context().close();
  });
});
