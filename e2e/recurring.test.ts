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
import { words } from './harness/pages/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await sharedExchange();
  browser = await sharedBrowser();
});

afterAll(async () => {
  await closePages(browser);
});

test.each(journeyLanguages('zh'))(
  'a customer starts a recurring buy from Convert, changes, pauses and deletes it (%s)',
  async (lang) => {
    const { recurring: t, convert } = words(lang);
    const customer = await registerByApi(exchange.url, newMail('recurring'), lang);
    await customer.receive('USDT', '1000');
    const device = { viewport: { width: 390, height: 844 } };
    const context = await newPhone({ browser, url: exchange.url, lang, token: customer.token, device });
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    await page.goto(`${exchange.url}/#/pages/trade/convert?coin=USDT&to=BTC`);
    await page.getByRole('link', { name: convert.recurring }).click();
    await page.getByRole('heading', { name: t.title, exact: true }).waitFor();
    await page.getByText(t.none, { exact: true }).waitFor();

    // Below the market's minimum: the form says so.
    await page.getByLabel(t.amount).fill('3');
    await page.getByRole('button', { name: t.start }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: t.start }).click();
    await page.getByText(/(低于最小金额|at least) 5/).waitFor();
    await question.waitFor({ state: 'detached' });
    await page.getByLabel(t.amount).fill('50');
    await page.getByLabel(t.weekday).selectOption('5');
    await page.getByLabel(t.hour, { exact: true }).selectOption('20');
    await page.getByRole('button', { name: t.start }).click();
    await question.getByRole('button', { name: t.start }).click();
    await page.getByText(t.started).waitFor();
    const row = page.getByTestId('recurring-row');
    await row.getByText(t.terms(`${t.rhythms.week} ${t.weekdays[4]}`, '20:00')).waitFor();
    await row.getByRole('button', { name: t.history }).click();
    await row.getByText(t.noHistory).waitFor();

    await row.getByRole('button', { name: t.edit }).click();
    await page.getByText(t.rhythms.month, { exact: true }).click();
    await page.getByLabel(t.monthDay).selectOption('28');
    await page.getByRole('button', { name: t.save }).click();
    await question.getByRole('button', { name: t.save }).click();
    await row.getByText(t.terms(`${t.rhythms.month} ${t.monthDays(28)}`, '20:00')).waitFor();
    await row.getByRole('button', { name: t.pause }).click();
    await row.getByText(t.paused, { exact: true }).waitFor();
    expect(await customer.client.call(calls.recurring.list, {})).toMatchObject([
      { from: 'USDT', to: 'BTC', every: 'month', monthDay: 28, hour: 20, state: 'paused', reason: 'byCustomer' },
    ]);
    await row.getByRole('button', { name: t.resume }).click();
    await row.getByRole('button', { name: t.pause }).waitFor();
    await row.getByRole('button', { name: t.remove }).click();
    await question.getByRole('button', { name: t.remove }).click();
    await page.getByText(t.none, { exact: true }).waitFor();
    await context.close();
  },
);
