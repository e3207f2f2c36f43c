import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerByApi, type ApiCustomer } from './harness/api-customer.ts';
import { chartTexts, green, indicatorTexts, pixels } from './harness/chart-page.ts';
import { chartTextsOf, watchLetters } from './harness/chart-labels.ts';
import { newCustomer } from './harness/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { closePages, sharedBrowser } from './harness/shared-browser.ts';

/** Uses the demo's history: forty thousand minutes in every market. */
let browser: Browser;
let exchange: ExchangeProcess;
let someone: ApiCustomer;
const t = chartTexts.en;
const words = indicatorTexts.en;

beforeAll(async () => {
  exchange = await startExchange({ env: { MAKER: 'on' } });
  browser = await sharedBrowser();
  someone = await registerByApi(exchange.url, 'someone@example.com');
});
afterAll(async () => {
  await closePages(browser);
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

async function openChart(settings?: object): Promise<Page> {
  const customer = await newCustomer({ browser, url: exchange.url, lang: 'en', email: someone.email });
  await watchLetters(customer.context);
  if (settings !== undefined) {
    const text = JSON.stringify(settings);
    await customer.context.addInitScript(`localStorage.setItem('chart-settings', ${JSON.stringify(text)})`);
  }
  const page = await customer.open('pages/transfer/ftf?symbol=BTC/USDT');
  await expect.poll(() => pixels(page, green)).toBeGreaterThan(50);
  return page;
}

/** True if the chart writes this title, and so many numbers after it. */
async function hasValues(page: Page, title: string, count: number): Promise<boolean> {
  const texts = (await chartTextsOf(page)).map((text) => text.trim()).filter((text) => text !== '');
  const values = texts.slice(texts.indexOf(title) + 1).slice(0, count);
  return texts.includes(title) && values.length === count && values.every((text) => /^[\d,.]+$/.test(text));
}

test('an indicator gets parameters and a colour, which are there after a reload', async () => {
  const page = await openChart();
  await page.getByRole('button', { name: t.indicators, exact: true }).click();
  await page.getByRole('button', { name: 'KC', exact: true }).click();
  await page.getByRole('button', { name: words.edit('KC') }).click();
  await page.getByLabel(words.parameters.length, { exact: true }).fill('0');
  await page.getByText(words.wholeWrong(1, 500)).waitFor();
  await page.getByLabel(words.parameters.length, { exact: true }).fill('34');
  await page.getByLabel(words.parameters.factor).fill('1,5');
  const upper = page.getByRole('group', { name: words.colorOf(words.lines.up) });
  await upper.getByRole('button', { name: t.colorNumber(1) }).click();
  await page.getByRole('button', { name: t.done }).click();
  await page.getByText('KC 34, 1.5, 10').waitFor();
  await page.getByRole('button', { name: t.done }).click();
  await expect.poll(() => hasValues(page, 'KC 34 1.5 10', 3)).toBe(true);
  await page.reload();
  await expect.poll(() => hasValues(page, 'KC 34 1.5 10', 3)).toBe(true);

  await page.getByRole('button', { name: t.indicators, exact: true }).click();
  await page.getByRole('button', { name: words.edit('KC') }).click();
  expect(await upper.getByRole('button', { name: t.colorNumber(1) }).getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('button', { name: words.standard }).click();
  await page.getByRole('button', { name: t.done }).click();
  await page.getByRole('button', { name: words.remove('KC') }).click();
  await page.getByRole('button', { name: t.done }).click();
  await expect.poll(async () => (await chartTextsOf(page)).some((text) => text.startsWith('KC'))).toBe(false);
  await page.context().close();
});

/** Names in the legends: averages have their lengths in it. */
const titles: Readonly<Partial<Record<string, string>>> = {
  MA: 'MA7',
  EMA: 'EMA7',
  WMA: 'WMA21',
  DEMA: 'DEMA21',
  TEMA: 'TEMA21',
  HMA: 'HMA21',
  VWMA: 'VWMA20',
  RSI: 'RSI6',
  WR: 'WR14',
};

/** Those over the candles come first. */
const names = Object.keys(words.names);
const mainIndicators = names.slice(0, names.indexOf('VOL'));
const subIndicators = names.slice(names.indexOf('VOL'));

const batches = [0, 1, 2].map((batch) => ({
  main: mainIndicators.filter((_, place) => place % 3 === batch),
  sub: subIndicators.filter((_, place) => place % 3 === batch),
}));

test.each(batches)('the chart draws $main and $sub, each with its values', async ({ main, sub }) => {
  const page = await openChart({ main, sub });
  await page.setViewportSize({ width: 1440, height: 900 });
  // The volume is drawn over the candles here, without a legend.
  for (const name of [...main, ...sub].filter((each) => each !== 'VOL')) {
    const texts = async (): Promise<readonly string[]> => {
      const all = await chartTextsOf(page);
      // SuperTrend has a value for one direction only: the second, where prices fall.
      return all.flatMap((text, place) =>
        text.startsWith(titles[name] ?? name) ? all.slice(place + 1, place + 3) : [],
      );
    };
    await expect
      .poll(async () => (await texts()).some((text) => /\d|^[KD±+↑AB]/.test(text)), { message: name })
      .toBe(true);
  }
  await page.context().close();
});
