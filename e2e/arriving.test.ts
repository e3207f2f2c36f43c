import { calls, type Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeFor, demoPassword, newMail, registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import { openAs } from './harness/people/customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { marketTexts } from './harness/pages/trade-page.ts';
import { words } from './harness/pages/words.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await sharedExchange();
  browser = await sharedBrowser();
});

afterAll(() => closePages(browser));

const openGuest = (lang: Lang, path: string): Promise<Page> =>
  openAs({ browser, url: exchange.url, lang }, { token: '' }, path);

/** Logs in on a page that is shown in this language. */
async function logIn(page: Page, shown: Lang, { email }: ApiCustomer): Promise<void> {
  const { login } = words(shown);
  await page.getByLabel(login.email, { exact: true }).fill(email);
  await page.getByLabel(login.password, { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: login.logIn, exact: true }).click();
  await page.waitForURL((address) => !address.hash.includes('/login/'));
}

const tabOf = (page: Page, lang: Lang) => page.getByRole('link', { name: words(lang).shell.tabs.assets, exact: true });

describe.each([
  ['zh', 'en'],
  ['en', 'zh'],
] as const)('in %s', (lang, other) => {
  test('a log-in shows the account’s language, whatever the device showed', async () => {
    const customer = await registerByApi(exchange.url, newMail('abroad'), lang);
    const page = await openGuest(other, 'pages/login/login');
    await logIn(page, other, customer);
    await expect.poll(() => tabOf(page, lang).count()).toBe(1);
    await page.reload();
    await expect.poll(() => tabOf(page, lang).count()).toBe(1);
    await page.context().close();
  });

  test('a language that is chosen on the log-in page becomes the account’s', async () => {
    const customer = await registerByApi(exchange.url, newMail('choosing'), other);
    const page = await openGuest(other, 'pages/login/login');
    await page.getByRole('button', { name: words(other).login.switchLanguage }).click();
    await logIn(page, lang, customer);
    await tabOf(page, lang).waitFor();
    await expect.poll(async () => (await customer.client.call(calls.user.read, {})).lang).toBe(lang);
    await page.context().close();
  });
});

describe.each(journeyLanguages('zh'))('in %s', (lang) => {
  test('a registration keeps its session, as a log-in does', async () => {
    const { code, login, password } = words(lang);
    const email = newMail('staying');
    const { client } = await registerByApi(exchange.url, newMail('reader'), lang);
    const page = await openGuest(lang, 'pages/login/reg');
    const kept = (path: string) =>
      page.waitForRequest((request) => new URL(request.url()).pathname === path).then((request) => request.postData());
    await page.getByLabel(login.email, { exact: true }).fill(email);
    await page.getByRole('button', { name: code.sendCode, exact: true }).click();
    await page.getByLabel(login.code, { exact: true }).fill(await codeFor(client, email));
    await page.getByLabel(password.newPassword, { exact: true }).fill(demoPassword);
    await page.getByLabel(password.confirmPassword, { exact: true }).fill(demoPassword);
    const registration = kept(calls.auth.register.path);
    await page.getByRole('button', { name: login.createAccount, exact: true }).click();
    await page.waitForURL((address) => !address.hash.includes('/login/'));
    expect(new URLSearchParams((await registration) ?? '').get('keep')).toBe('true');
    await page.context().close();
  });

  test('an address without the # leads to its page', async () => {
    const page = await openGuest(lang, 'pages/home/index');
    await page.goto(`${exchange.url}/pages/home/market`);
    await page.getByRole('list', { name: marketTexts[lang].list }).getByRole('listitem').first().waitFor();
    expect(page.url()).toBe(`${exchange.url}/#/pages/home/market`);
    await page.context().close();
  });
});
