import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { newCustomer, register, type Customer } from './harness/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const guestPages = [
  'pages/login/login',
  'pages/login/reg',
  'pages/login/forget',
  'pages/content/about',
  'pages/index/index',
  'pages/assets/proof',
  'pages/home/index',
  'pages/home/market',
  'pages/home/trade',
  'pages/home/deal',
  'pages/transfer/kline',
  'pages/transfer/ftf',
];
const customerPages = [
  'pages/home/index',
  'pages/home/market',
  'pages/home/trade',
  'pages/assets/index',
  'pages/user/index',
  'pages/user/safety',
  'pages/user/setpass',
  'pages/user/setJpass',
  'pages/user/bindEmali',
  'pages/user/bindPhone',
  'pages/user/idauth',
  'pages/content/index',
  'pages/transfer/index',
  'pages/assets/coinbill',
  'pages/assets/encybill',
  'pages/wallet/address',
  'pages/wallet/add',
  'choose-location',
  'open-location',
  'pages/deposit/charge',
  'pages/deposit/withdraw',
  'pages/trade/history',
];

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

/** What a page does wrong, each as rule and place. */
async function wrongs(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`));
}

async function expectNoWrongs(customer: Customer, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const page = await customer.open(path);
    await page.waitForLoadState('networkidle');
    await page.getByRole('main').waitFor();
    expect([path, await wrongs(page)]).toEqual([path, []]);
    await page.close();
  }
}

describe.for(['zh', 'en'] as const)('in %s', (lang) => {
  test('nobody is shut out of any page', async () => {
    const customer = await newCustomer({ browser, url: exchange.url, lang, email: `reader-${lang}@example.com` });
    await expectNoWrongs(customer, guestPages);
    await register(customer);
    await expectNoWrongs(customer, customerPages);
  });
});

test('the check finds what is wrong', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.setContent(
    '<html lang="en"><title>x</title><main><img src="a.png"><p style="color:#eee">pale</p></main></html>',
  );
  expect(await wrongs(page)).toEqual([expect.stringMatching(/^color-contrast/), expect.stringMatching(/^image-alt/)]);
});
