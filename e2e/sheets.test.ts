import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMail, registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { findMotion } from './harness/measures/focus.ts';
import { newPhone } from './harness/browser/phone.ts';
import { watchCalls } from './harness/browser/settled.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { words } from './harness/pages/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let customer: ApiCustomer;

beforeAll(async () => {
  exchange = await sharedExchange();
  browser = await sharedBrowser();
  customer = await registerByApi(exchange.url, newMail('moved'), 'zh');
});

afterAll(async () => {
  await closePages(browser);
});

test.each([
  ['reduce', false],
  ['no-preference', true],
] as const)('with reduced motion set to %s, a sheet animates: %s', async (reducedMotion, moves) => {
  const device = { viewport: { width: 390, height: 844 }, reducedMotion };
  const context = await newPhone({ browser, url: exchange.url, lang: 'zh', token: customer.token, device });
  const page = await context.newPage();
  const settle = watchCalls(page);
  const t = words('zh');
  await page.goto(`${exchange.url}/#/pages/home/market`);
  await settle();
  const opener = page.getByRole('button', { name: t.marketFilter.filter, exact: true });
  // The dialog's code is loaded from here on.
  await opener.click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const sheet = findMotion(page);
  await opener.click();
  const change = await sheet;
  await page.getByRole('dialog').getByRole('switch').check();
  await page.keyboard.press('Escape');
  const seen = [...change, ...(await findMotion(page))];
  await page.getByRole('tab').first().click();
  seen.push(...(await findMotion(page)));
  await page.goto(`${exchange.url}/#/pages/assets/index`);
  seen.push(...(await findMotion(page)));
  if (moves) expect(seen).toEqual(expect.arrayContaining(['transform']));
  else expect(seen).toEqual([]);
  await context.close();
});
