import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAxeFaults } from './harness/measures/accessibility.ts';
import { newMail, registerByApi } from './harness/people/api-customer.ts';
import { chartTexts, moreChartTexts } from './harness/pages/chart-page.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { openWorkspace, panel } from './harness/pages/workspace-page.ts';

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await sharedExchange();
  browser = await sharedBrowser();
});
afterAll(async () => {
  await closePages(browser);
});

const others = (page: Page) => page.getByTestId('more-chart');

describe.each(journeyLanguages('en'))('in %s', (lang) => {
  const t = chartTexts[lang];
  const words = moreChartTexts[lang];

  test('four charts have their own markets and intervals, also after a reload', async () => {
    const { token } = await registerByApi(exchange.url, newMail('looks'), lang);
    const page = await openWorkspace({ browser, url: exchange.url, lang, token });
    const chart = panel(page, 'chart');
    await chart.getByRole('button', { name: t.settings }).click();
    await page.getByRole('radiogroup', { name: words.count }).getByText('4', { exact: true }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => others(page).count()).toBe(3);
    // None shows the market that is traded, nor another one's.
    const shown = await Promise.all(
      [0, 1, 2].map(async (place) => (await others(page).nth(place).getAttribute('aria-label')) ?? ''),
    );
    expect(new Set([...shown, 'BTC/USDT']).size).toBe(4);

    const [first = ''] = shown;
    await page.getByRole('combobox', { name: words.interval(first) }).selectOption('15m');
    await page.getByRole('img', { name: t.chartOf(first, t.views['15m']) }).waitFor();
    // The first chart keeps its own.
    await page.getByRole('img', { name: t.chartOf('BTC/USDT', t.views['1h']) }).waitFor();

    await page.setViewportSize({ width: 1024, height: 768 });
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await findAxeFaults(page, { within: '[data-panel=chart]', rule: 'all' })).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.reload();
    await page.getByRole('img', { name: t.chartOf(first, t.views['15m']) }).waitFor();
    expect(await others(page).count()).toBe(3);

    // Two markets change places.
    await page.getByRole('button', { name: words.trade(first) }).click();
    await page.getByRole('img', { name: t.chartOf(first, t.views['1h']) }).waitFor();
    await page.getByRole('img', { name: t.chartOf('BTC/USDT', t.views['15m']) }).waitFor();

    await chart.getByRole('button', { name: t.settings }).click();
    await page.getByRole('radiogroup', { name: words.count }).getByText('1', { exact: true }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => others(page).count()).toBe(0);
    await page.context().close();
  });
});
