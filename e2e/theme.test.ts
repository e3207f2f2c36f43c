import type { Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import type { ApiCustomer } from './harness/people/api-customer.ts';
import { newCustomer } from './harness/people/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { patienceMs } from './harness/browser/patience.ts';
import { newPhone } from './harness/browser/phone.ts';
import { registerResidents } from './harness/exchange/resident.ts';
import { words } from './harness/pages/words.ts';
import { openWorkspace, panel, workspaceTexts } from './harness/pages/workspace-page.ts';

/** `--page` of the themes. */
const grounds = { dark: 'rgb(7, 13, 31)', light: 'rgb(244, 246, 251)' } as const;

let browser: Browser;
let exchange: ExchangeProcess;
let residents: Readonly<Record<Lang, ApiCustomer>>;

beforeAll(async () => {
  exchange = await startExchange();
  browser = await launchBrowser(inject('browserPath'));
  residents = await registerResidents(exchange.url);
});

afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

const groundOf = (page: Page): Promise<string> =>
  page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
const barsOf = (page: Page): Promise<string> =>
  page.evaluate<string>('document.querySelector("meta[name=theme-color]").content');

/** Notes the colour of cards, which only the whole theme has, at the moment that the app draws its first page. */
const noteFirstPage = `new MutationObserver((_, observer) => {
  if (document.querySelector('#root main') === null) return;
  window.firstCards = getComputedStyle(document.documentElement).getPropertyValue('--card').trim();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });`;

/** Lets the browser draw this many frames. */
const drawFrames = (count: number): string => `new Promise((resolve) => {
  const draw = (left) => (left === 0 ? resolve() : requestAnimationFrame(() => draw(left - 1)));
  draw(${count});
})`;

async function setTheme(page: Page, lang: Lang, theme: 'device' | 'dark' | 'light'): Promise<void> {
  const t = words(lang).account;
  await page
    .getByRole('radiogroup', { name: t.theme, exact: true })
    .getByText(t.themes[theme], { exact: true })
    .click();
}

describe.each(journeyLanguages('zh'))('in %s', (lang) => {
  test('a guest chooses the light theme in the settings, and other tabs follow', async () => {
    const guest = await newCustomer({ browser, url: exchange.url, lang, email: `guest-${lang}@example.com` });
    const [page, other] = [await guest.open('pages/user/index'), await guest.open('pages/home/market')];
    expect(await groundOf(page)).toBe(grounds.dark);
    await setTheme(page, lang, 'light');
    await expect.poll(() => groundOf(page)).toBe(grounds.light);
    await expect.poll(() => groundOf(other)).toBe(grounds.light);
    expect(await barsOf(page)).toBe('#f4f6fb');
    await setTheme(page, lang, 'dark');
    await expect.poll(() => groundOf(page)).toBe(grounds.dark);
    await expect.poll(() => groundOf(other)).toBe(grounds.dark);
    expect(await barsOf(page)).toBe('#0b1530');
    await guest.context.close();
  });

  test('at a reload, neither the first paint nor the first page has the dark theme', async () => {
    const guest = await newCustomer({ browser, url: exchange.url, lang, email: `again-${lang}@example.com` });
    const page = await guest.open('pages/user/index');
    await setTheme(page, lang, 'light');
    await expect.poll(() => groundOf(page)).toBe(grounds.light);
    await page.addInitScript(noteFirstPage);
    // The app's code is held back until the first paint was looked at, the theme's sheet until the code is there.
    const code = Promise.withResolvers<void>();
    const sheet = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', (route) => void code.promise.then(() => route.continue()));
    await page.route('**/assets/*.css', (route) => void sheet.promise.then(() => route.continue()));
    const asked = page.waitForRequest((request) => request.resourceType() === 'stylesheet');
    await page.reload({ waitUntil: 'commit' });
    await page.locator('.welcome-screen').waitFor();
    await asked;
    expect(await groundOf(page)).toBe(grounds.light);
    expect(await barsOf(page)).toBe('#f4f6fb');
    const home = page.waitForResponse(/\/assets\/.*\.js$/);
    code.resolve();
    await home;
    await page.evaluate(drawFrames(60));
    sheet.resolve();
    await page.locator('#root main').waitFor();
    expect(await page.evaluate('window.firstCards')).toBe('#fff');
    await guest.context.close();
  });
});

test('where the light theme’s sheet can’t be loaded, the app is dark and complete', async () => {
  const phone = await newPhone({
    browser,
    url: exchange.url,
    lang: 'en',
    token: null,
    device: { viewport: { width: 390, height: 844 }, serviceWorkers: 'block' },
  });
  await phone.addInitScript(`localStorage.setItem('theme', 'light')`);
  const page = await phone.newPage();
  await page.route('**/assets/*.css', (route) =>
    route.request().resourceType() === 'stylesheet' ? route.abort() : route.continue(),
  );
  await page.goto(`${exchange.url}/#/pages/home/index`);
  await page.locator('#root main').waitFor();
  expect(await groundOf(page)).toBe(grounds.dark);
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  await phone.close();
});

test('the device’s theme is followed where that is chosen, and only there', async () => {
  const device = { viewport: { width: 390, height: 844 }, colorScheme: 'light' } as const;
  const phone = await newPhone({ browser, url: exchange.url, lang: 'en', token: null, device });
  phone.setDefaultTimeout(patienceMs);
  const page = await phone.newPage();
  await page.goto(`${exchange.url}/#/pages/user/index`);
  await page.getByRole('radiogroup', { name: words('en').account.theme, exact: true }).waitFor();
  expect(await groundOf(page)).toBe(grounds.dark);
  await setTheme(page, 'en', 'device');
  await expect.poll(() => groundOf(page)).toBe(grounds.light);
  await page.reload();
  await page.getByRole('radiogroup', { name: words('en').account.theme, exact: true }).waitFor();
  expect(await groundOf(page)).toBe(grounds.light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => groundOf(page)).toBe(grounds.dark);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => groundOf(page)).toBe(grounds.light);
  await phone.close();
});

/** Whether the chart of the workspace has pixels of exactly this colour. */
const isInChart = (page: Page, [red, green, blue]: readonly [number, number, number]): Promise<boolean> =>
  page.evaluate<boolean>(`[...document.querySelectorAll('[data-panel=chart] canvas')].some((canvas) => {
    const { width, height } = canvas;
    if (width * height === 0) return false;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === ${red} && data[at + 1] === ${green} && data[at + 2] === ${blue} && data[at + 3] === 255) return true;
    return false;
  })`);

/** The ground of the last price’s label, where it neither rose nor fell. */
const labels = { dark: [23, 38, 80], light: [92, 105, 132] } as const;

test.each(journeyLanguages('zh'))(
  'in %s, the workspace and its open chart follow the switch in the head',
  async (lang) => {
    const page = await openWorkspace({ browser, url: exchange.url, lang, token: residents[lang].token });
    const toggle = page.getByRole('button', { name: workspaceTexts[lang].lightTheme, exact: true });
    await panel(page, 'chart').locator('canvas').first().waitFor();
    await expect.poll(() => isInChart(page, labels.dark)).toBe(true);
    await toggle.click();
    await expect.poll(() => groundOf(page)).toBe(grounds.light);
    await expect.poll(() => isInChart(page, labels.dark)).toBe(false);
    expect(await isInChart(page, labels.light)).toBe(true);
    expect(await toggle.getAttribute('aria-pressed')).toBe('true');
    await page.reload();
    await expect.poll(() => isInChart(page, labels.light)).toBe(true);
    expect(await groundOf(page)).toBe(grounds.light);
    await toggle.click();
    await expect.poll(() => isInChart(page, labels.dark)).toBe(true);
    expect(await groundOf(page)).toBe(grounds.dark);
    await page.context().close();
  },
);
