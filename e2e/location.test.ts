import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { registerByApi } from './harness/api-customer.ts';
import { locationTexts } from './harness/assets-page.ts';
import { newCustomer } from './harness/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';

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

test.each([
  { lang: 'zh', germany: '德国', china: '中国' },
  { lang: 'en', germany: 'Germany', china: 'China' },
] as const)(
  'in $lang a region is chosen on the map, in the list and by the device’s location',
  async ({ lang, germany, china }) => {
    const t = locationTexts[lang];
    const { token, email } = await registerByApi(exchange.url, `somewhere-${lang}@example.com`);
    const customer = await newCustomer({ browser, url: exchange.url, lang, email });
    await customer.context.addInitScript(
      (stored) => localStorage.setItem('user-token', stored),
      JSON.stringify({ token }),
    );
    await customer.context.grantPermissions(['geolocation']);
    await customer.context.setGeolocation({ latitude: 52.4, longitude: 13.1 });
    const page = await customer.open('choose-location');

    await page.getByRole('button', { name: t.own, exact: true }).click();
    await expect.poll(() => page.getByRole('img', { name: t.map(germany) }).count()).toBe(1);
    await expect.poll(() => page.getByText(t.degrees(52, 13)).count()).toBe(1);
    await page.getByRole('button', { name: t.zoomIn, exact: true }).click();
    await page.getByRole('button', { name: t.save, exact: true }).click();
    const region = page.getByRole('link', { name: new RegExp(`^${t.region}`) });
    await expect.poll(() => region.textContent()).toContain(germany);

    await region.click();
    await page.getByRole('button', { name: new RegExp(`^${t.country}`) }).click();
    await page.getByRole('dialog').getByRole('searchbox').fill(china);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `${china} CN` })
      .click();
    await expect.poll(() => page.getByRole('img', { name: t.map(china) }).count()).toBe(1);
    await page.locator('path[data-country="KZ"]').click();
    await expect.poll(() => page.getByRole('img', { name: t.map(china) }).count()).toBe(0);
    await page.getByRole('button', { name: t.save, exact: true }).click();

    await expect.poll(() => region.count()).toBe(1);
    const shown = await customer.open('open-location');
    await expect.poll(() => shown.getByRole('link', { name: t.change, exact: true }).count()).toBe(1);
    const other = await customer.open('open-location?latitude=-33.4&longitude=-70.6&name=Santiago');
    await expect.poll(() => other.getByRole('img', { name: t.map('Santiago') }).count()).toBe(1);
    expect(await other.getByText(t.degrees(-33, -71)).count()).toBe(1);
  },
);
