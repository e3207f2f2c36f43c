import type { Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMail } from './harness/people/api-customer.ts';
import { partOf } from './harness/measures/build-manifest.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { patienceMs } from './harness/browser/patience.ts';
import { newPhone } from './harness/browser/phone.ts';
import { registerResidents, type Residents } from './harness/exchange/resident.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { accountTexts, assetsTexts, orderTexts, statementTexts } from './harness/pages/wide-texts.ts';
import { marketTableTexts, workspaceTexts } from './harness/pages/workspace-page.ts';

const marketsCode = 'src/pages/market/wide/WideMarkets.tsx';

let browser: Browser;
let exchange: ExchangeProcess;
let residents: Residents;

beforeAll(async () => {
  exchange = await sharedExchange('BTC/USDT');
  browser = await sharedBrowser();
  residents = await registerResidents(exchange.url, newMail);
});

afterAll(async () => {
  await closePages(browser);
});

interface Opened {
  readonly path?: string;
  readonly lang: Lang;
  readonly width: number;
}

async function openWide({ path = 'pages/home/market', lang, width }: Opened): Promise<Page> {
  const device = { viewport: { width, height: 900 } };
  const context = await newPhone({ browser, url: exchange.url, lang, token: residents[lang].token, device });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.goto(`${exchange.url}/#/${path}`);
  return page;
}

describe.each(journeyLanguages('en'))('in %s', (lang) => {
  const t = marketTableTexts[lang];

  test('the markets are a table that sorts by its headings, and leads to the workspace', async () => {
    const page = await openWide({ lang, width: 1440 });
    const rows = page.getByTestId('market-row');
    await rows.first().waitFor();
    const symbols = (): Promise<readonly string[]> =>
      page.evaluate<readonly string[]>(
        `[...document.querySelectorAll('[data-testid=market-row]')].map((row) => row.dataset.id)`,
      );
    const heading = page.getByRole('columnheader', { name: t.market, exact: true });
    await heading.getByRole('button').click();
    expect(await heading.getAttribute('aria-sort')).toBe('descending');
    const down = await symbols();
    expect(down.length).toBeGreaterThan(3);
    expect(down).toEqual(down.toSorted((a, b) => (a < b ? 1 : -1)));
    await heading.getByRole('button').click();
    expect(await symbols()).toEqual(down.toReversed());
    await page.getByRole('button', { name: workspaceTexts[lang].search, exact: false }).first().click();
    await page.keyboard.type('btc/usdt');
    await expect.poll(symbols).toEqual(['BTC/USDT']);
    await page.getByRole('link', { name: t.tradeIn('BTC/USDT'), exact: true }).click();
    await page.locator('[data-panel=ticket]').waitFor();
    await page.context().close();
  });

  test('the assets are a table that sorts by its headings, beside their total and the newest changes', async () => {
    const words = assetsTexts[lang];
    const page = await openWide({ path: 'pages/assets/index', lang, width: 1440 });
    const rows = page.getByTestId('asset-row');
    await rows.first().waitFor();
    const coins = (): Promise<readonly string[]> =>
      page.evaluate<readonly string[]>(
        `[...document.querySelectorAll('[data-testid=asset-row]')].map((row) => row.dataset.id)`,
      );
    const heading = page.getByRole('columnheader', { name: words.coin, exact: true });
    await heading.getByRole('button').click();
    await heading.getByRole('button').click();
    const up = await coins();
    expect(up.length).toBeGreaterThan(3);
    expect(up).toEqual(up.toSorted((a, b) => (a < b ? -1 : 1)));
    await page.getByRole('heading', { name: words.recent, exact: true }).waitFor();
    await page.getByRole('button', { name: workspaceTexts[lang].search, exact: false }).first().click();
    await page.keyboard.type('usdt');
    await expect.poll(coins).toEqual(['USDT']);
    await rows.getByRole('button').click();
    await page.getByRole('dialog', { name: 'USDT', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: words.wayOf(words.withdraw, 'USDT'), exact: true }).click();
    await page.waitForURL((address) => address.hash === '#/pages/deposit/withdraw?coin=USDT');
    await page.context().close();
  });

  test('the statement is a table that sorts, filters, and opens an entry’s details', async () => {
    const words = statementTexts[lang];
    const page = await openWide({ path: 'pages/assets/coinbill', lang, width: 1440 });
    const rows = page.getByTestId('flow-row');
    await rows.first().waitFor();
    const all = await rows.count();
    const kinds = (): Promise<readonly string[]> => page.getByTestId('flow').allInnerTexts();
    const heading = page.getByRole('columnheader', { name: words.what, exact: true });
    await heading.getByRole('button').click();
    const down = await kinds();
    expect(down).toEqual(down.toSorted((a, b) => (a < b ? 1 : -1)));
    await page.getByRole('button', { name: words.allTypes, exact: true }).click();
    await page.getByRole('dialog').getByText(words.types.transfer, { exact: true }).click();
    await expect.poll(() => rows.count()).toBeLessThan(all);
    await page.getByTestId('flow').first().click();
    await page.getByRole('dialog', { name: words.detail, exact: true }).waitFor();
    await page.context().close();
  });

  test('past orders are a table that opens an order’s fills, and open ones are cancelled in theirs', async () => {
    const words = orderTexts[lang];
    const page = await openWide({ path: 'pages/trade/history', lang, width: 1440 });
    const past = page.getByTestId('history-row');
    await expect.poll(() => past.count()).toBe(2);
    const heading = page.getByRole('columnheader').first();
    await heading.getByRole('button').click();
    expect(await heading.getAttribute('aria-sort')).toBe('descending');
    await past.filter({ hasText: words.filled }).getByRole('button').click();
    const details = page.getByRole('dialog', { name: words.details, exact: true });
    await details.locator('details[open] li').first().waitFor();
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: words.open(1), exact: true }).click();
    const open = page.getByTestId('order-row');
    await open.getByRole('button', { name: words.cancel, exact: true }).click();
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await open.count()).toBe(1);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('table').waitFor({ state: 'detached' });
    await open.waitFor();
    await page.context().close();
  });

  test('the account’s pages are beside a list of them, which marks the one that is open', async () => {
    const words = accountTexts[lang];
    const page = await openWide({ path: 'pages/user/index', lang, width: 1440 });
    const list = page.getByRole('navigation', { name: words.title, exact: true });
    const entry = (name: string) => list.getByRole('link', { name, exact: true });
    await expect.poll(() => entry(words.title).getAttribute('aria-current')).toBe('page');
    await entry(words.safety).click();
    await page.getByRole('heading', { level: 1, name: words.safety, exact: true }).waitFor();
    expect(await entry(words.safety).getAttribute('aria-current')).toBe('page');
    expect(await entry(words.title).getAttribute('aria-current')).toBeNull();
    // A page that it leads to belongs to it.
    await page.goto(`${exchange.url}/#/pages/user/setpass`);
    await expect.poll(() => entry(words.safety).getAttribute('aria-current')).toBe('page');
    await page.setViewportSize({ width: 390, height: 844 });
    await list.waitFor({ state: 'detached' });
    await page.context().close();
  });
});

test('phones load nothing of the table; a window that gets narrow shows the list with what was chosen', async () => {
  const page = await openWide({ lang: 'en', width: 390 });
  await page.getByText('BTC').first().waitFor();
  const loaded = (): Promise<boolean> =>
    page.evaluate<boolean>(
      `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('${partOf(marketsCode).file}'))`,
    );
  expect(await loaded()).toBe(false);
  await page.setViewportSize({ width: 1200, height: 900 });
  await page.getByTestId('market-row').first().waitFor();
  expect(await loaded()).toBe(true);
  await page.getByRole('searchbox').fill('eth');
  await expect.poll(() => page.getByTestId('market-row').count()).toBeLessThan(4);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByTestId('market-row').first().waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('input').first().inputValue()).toBe('eth');
  await page.context().close();
});
