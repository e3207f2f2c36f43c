import { calls } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMail, registerByApi } from './harness/people/api-customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { patienceMs } from './harness/browser/patience.ts';
import { newPhone } from './harness/browser/phone.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { orderSheetTexts, tradeTexts } from './harness/pages/trade-page.ts';
import { words } from './harness/pages/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await sharedExchange('BTC/USDT');
  browser = await sharedBrowser();
  const maker = await registerByApi(exchange.url, newMail('maker'));
  await maker.receive('BTC', '0.5');
  await maker.place({ symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '50000', quantity: '0.4' });
});

afterAll(async () => {
  await closePages(browser);
});

test.each(journeyLanguages('zh'))(
  'a customer starts a TWAP order, follows its progress, and stops it before its end (%s)',
  async (lang) => {
    const [t, trade, sheets] = [words(lang).twap, tradeTexts[lang], orderSheetTexts[lang]];
    const customer = await registerByApi(exchange.url, newMail('twap'), lang);
    await customer.receive('USDT', '1000');
    const device = { viewport: { width: 390, height: 844 } };
    const context = await newPhone({ browser, url: exchange.url, lang, token: customer.token, device });
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    await page.goto(`${exchange.url}/#/pages/home/trade?symbol=BTC/USDT`);
    await page.getByRole('button', { name: trade.advanced }).click();
    await page.getByRole('link', { name: sheets.plans.twap }).click();
    await page.getByRole('heading', { name: t.title, exact: true }).waitFor();
    await page.getByText(t.none, { exact: true }).waitFor();

    await page.getByLabel(t.total).fill('0.01');
    await page.getByLabel(t.minutes).fill('1');
    await page.getByLabel(t.orders, { exact: true }).fill('50');
    // More than the server allows: it says so at the button.
    await page.getByRole('button', { name: t.start }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: t.start }).click();
    await page.getByText(/2 (seconds apart|秒)/).waitFor();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.getByLabel(t.orders, { exact: true }).fill('20');
    await page.getByText(t.plan('0.00050 BTC', '3')).waitFor();
    await page.getByRole('button', { name: t.start }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: t.start }).click();
    await page.getByText(t.started).waitFor();

    const row = page.getByTestId('twap-row');
    await row.getByText(/^0\.000\d0 \/ 0\.01000$/).waitFor();
    await row.getByText('50,000.000').waitFor();
    await row.getByRole('button', { name: t.stop }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: t.stop }).click();
    await row.getByText(t.reasons.byCustomer).waitFor();

    // Its orders are ordinary ones of their parent.
    await page.goto(`${exchange.url}/#/pages/trade/history`);
    await page.getByText('TWAP', { exact: true }).first().waitFor();
    const { items } = await customer.client.call(calls.trade.history, { limit: 50 });
    expect(new Set(items.map(({ parent }) => parent?.kind))).toEqual(new Set(['twap']));
    const [twap] = (await customer.client.call(calls.twap.list, {})).items;
    expect(twap).toMatchObject({ state: 'ended', done: items.length });
    const messages = await customer.client.call(calls.content.list, { kind: 'account' });
    // That it was set up, and how it ended.
    expect(messages.items.filter(({ title }) => title.includes('TWAP'))).toHaveLength(2);
    await context.close();
  },
);
