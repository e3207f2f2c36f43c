import type { Lang } from '@fft/contract';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { codeTexts } from '../../../apps/web/src/i18n/codes.ts';
import { loginTexts } from '../../../apps/web/src/pages/login/login-texts.ts';
import { passwordTexts } from '../../../apps/web/src/features/passwords/passwords-texts.ts';
import { plainDecimal } from '../measures/decimals.ts';
import { patienceMs } from '../browser/patience.ts';

/** A customer with a phone: one browser context in one language, with any number of tabs. */
export interface Customer {
  readonly email: string;
  readonly lang: Lang;
  readonly url: string;
  readonly context: BrowserContext;
  /** Opens a page of the app in a new tab, for example `pages/assets/index`. */
  open(path: string): Promise<Page>;
  /** Number of documents that the tabs loaded: one each unless a tab reloads. */
  loads(): number;
}

export const password = 'correct horse battery';

export interface CustomerOptions {
  readonly browser: Browser;
  readonly url: string;
  readonly lang: Lang;
  readonly email: string;
  /** Session token; without one, the customer is a guest. */
  readonly token?: string;
  /** Time zone of the device; the machine's by default. */
  readonly timeZone?: string;
}

/**
 * Opens a page of the app and waits until the app has marked the page's history entry.
 * Chromium drops a step to another page if the app marks the entry at the same moment.
 */
async function openPage(page: Page, address: string): Promise<Page> {
  await page.goto(address);
  await page.evaluate(`new Promise((resolve) => {
    const look = () => (history.state === null ? setTimeout(look, 10) : resolve());
    look();
  })`);
  return page;
}

/** A new customer with a phone of 390 × 844 and the app in this language. */
export async function newCustomer({ browser, url, lang, email, token, timeZone }: CustomerOptions): Promise<Customer> {
  const localStorage = [{ name: 'locale', value: lang === 'zh' ? 'zh-CN' : 'en' }];
  if (token !== undefined) localStorage.push({ name: 'user-token', value: JSON.stringify({ token }) });
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    locale: lang === 'zh' ? 'zh-CN' : 'en-US',
    ...(timeZone !== undefined && { timezoneId: timeZone }),
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  context.setDefaultTimeout(patienceMs);
  let loads = 0;
  const open = async (path: string): Promise<Page> => {
    const page = await context.newPage();
    page.on('load', () => {
      loads += 1;
    });
    return openPage(page, `${url}/#/${path}`);
  };
  return { email, lang, url, context, open, loads: () => loads };
}

/** Reads the customer's newest code on the demo's mailbox page, in another tab. */
export async function readCode(customer: Customer): Promise<string> {
  const page = await customer.context.newPage();
  await page.goto(`${customer.url}/demo/mailbox`);
  await page.getByRole('textbox').fill(customer.email);
  // A newer e-mail without a code may have arrived.
  const mails = page.getByRole('listitem').filter({ hasText: customer.email, has: page.getByRole('status') });
  const mail = mails.first();
  const code = await mail.getByRole('status').innerText();
  await page.close();
  return code.replaceAll(/\s/g, '');
}

/** Registers on the registration page with a code from the mailbox page and an optional invite code. Ends on the page after the registration. */
export async function register(customer: Customer, inviteCode?: string): Promise<void> {
  const t = { ...loginTexts[customer.lang], ...codeTexts[customer.lang], ...passwordTexts[customer.lang] };
  const page = await customer.open(`pages/login/reg${inviteCode === undefined ? '' : `?invite=${inviteCode}`}`);
  await page.getByLabel(t.email, { exact: true }).fill(customer.email);
  await page.getByRole('button', { name: t.sendCode }).click();
  await page.getByLabel(t.code, { exact: true }).fill(await readCode(customer));
  await page.getByLabel(t.newPassword, { exact: true }).fill(password);
  await page.getByLabel(t.confirmPassword, { exact: true }).fill(password);
  await page.getByRole('button', { name: t.createAccount }).click();
  await page.waitForURL((address) => !address.hash.includes('/login/'));
  await page.close();
}

/** Logs in on the log-in page. */
export async function logIn(customer: Customer): Promise<void> {
  const t = loginTexts[customer.lang];
  const page = await customer.open('pages/login/login');
  await page.getByLabel(t.email, { exact: true }).fill(customer.email);
  await page.getByLabel(t.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: t.logIn, exact: true }).click();
  await page.waitForURL((address) => !address.hash.includes('/login/'));
  await page.close();
}

/** The number that an element shows, as a plain decimal; null if the element isn't there. */
export async function numberIn(element: Locator): Promise<string | null> {
  const shown = await element
    .first()
    .textContent({ timeout: 1000 })
    .catch(() => null);
  return shown === null ? null : plainDecimal(shown);
}

/** Opens the app as a customer who logged in by the API. */
export async function openAs(
  { browser, url, lang }: Omit<CustomerOptions, 'email'>,
  { token }: { readonly token: string },
  path: string,
): Promise<Page> {
  const localStorage = [
    { name: 'locale', value: lang === 'zh' ? 'zh-CN' : 'en' },
    { name: 'user-token', value: JSON.stringify({ token }) },
  ];
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: lang === 'zh' ? 'zh-CN' : 'en-US',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  context.setDefaultTimeout(patienceMs);
  return openPage(await context.newPage(), `${url}/#/${path}`);
}
