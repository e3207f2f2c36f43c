import { calls } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMail, demoPassword, registerByApi } from './harness/people/api-customer.ts';
import { openAs } from './harness/people/customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
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

describe.each(journeyLanguages('zh'))('in %s', (lang) => {
  const { login } = words(lang);

  test('a device stays known after 1001 clears the storage, and no script can read its key', async () => {
    const who = await registerByApi(exchange.url, newMail('known-device'), lang);
    const messages = async () => (await who.client.call(calls.content.list, { kind: 'account' })).items.length;
    const page = await openAs({ browser, url: exchange.url, lang }, { token: '' }, 'pages/login/login');
    const logIn = async (t: typeof login): Promise<void> => {
      await page.getByLabel(t.email, { exact: true }).fill(who.email);
      await page.getByLabel(t.password, { exact: true }).fill(demoPassword);
      await page.getByRole('button', { name: t.logIn, exact: true }).click();
      await page.getByLabel(t.password, { exact: true }).waitFor({ state: 'detached' });
    };
    await logIn(login);
    const before = await messages();
    await page.evaluate(`localStorage.setItem('user-token', '{"token":"ended"}')`);
    await page.goto(`${exchange.url}/#/pages/user/safety`);
    await page.reload();
    await page.waitForURL((address) => address.hash.startsWith('#/pages/login/login'));
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await page.context().cookies(`${exchange.url}/api/passport/login.html`)).toMatchObject([
      { name: 'fft-customer-device', httpOnly: true, sameSite: 'Strict', path: '/api/passport' },
    ]);
    // In the language of before.
    await logIn(login);
    expect(await messages()).toBe(before);
  });
});
