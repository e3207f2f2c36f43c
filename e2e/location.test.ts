import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMail, registerByApi } from './harness/people/api-customer.ts';
import { locationTexts } from './harness/pages/assets-page.ts';
import { newCustomer } from './harness/people/customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await sharedExchange();
  browser = await sharedBrowser();
});

afterAll(async () => {
  await closePages(browser);
});

const countries = { zh: { germany: '德国', china: '中国' }, en: { germany: 'Germany', china: 'China' } };

test.each(journeyLanguages('zh'))(
  'in %s a region is chosen on the map, in the list and by the device’s location',
  async (lang) => {
    const { germany, china } = countries[lang];
    const t = locationTexts[lang];
    const { token, email } = await registerByApi(exchange.url, newMail('somewhere'));
    const customer = await newCustomer({ browser, url: exchange.url, lang, email, token });
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
