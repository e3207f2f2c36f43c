import { readFile } from 'node:fs/promises';
import { calls } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import { chartTexts, green, indicatorTexts, pixels, savedChartTexts, shellTexts } from './harness/pages/chart-page.ts';
import { chartTextsOf, overprinted, watchLetters } from './harness/measures/chart-labels.ts';
import { newCustomer, type Customer } from './harness/people/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { patienceMs } from './harness/browser/patience.ts';
import { newPhone } from './harness/browser/phone.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';

/** Uses the demo's history: forty thousand minutes in every market, and a moving price. */
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
afterEach(() => closePages(browser));
afterAll(async () => {
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

const reader = (): Promise<Customer> => newCustomer({ browser, url: exchange.url, lang: 'en', email: someone.email });

/** Opens the chart with these settings, once the candles are drawn. */
async function openChart(settings?: object): Promise<Page> {
  const customer = await reader();
  await watchLetters(customer.context);
  if (settings !== undefined) {
    const text = JSON.stringify(settings);
    await customer.context.addInitScript(`localStorage.setItem('chart-settings', ${JSON.stringify(text)})`);
  }
  const page = await customer.open('pages/transfer/ftf?symbol=BTC/USDT');
  await expect.poll(() => pixels(page, green)).toBeGreaterThan(50);
  return page;
}

test('the chart compares with another market, also after a reload, and ends the comparison', async () => {
  const page = await openChart();
  await page.getByRole('button', { name: t.compare }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^ETH\s*\/?\s*USDT|ETH\/USDT/ })
    .first()
    .click();
  await page.getByRole('button', { name: t.stopCompare('ETH/USDT') }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: t.stopCompare('ETH/USDT') }).click();
  await page.getByRole('button', { name: t.compare }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: t.compare }).waitFor();
  expect(await page.getByRole('button', { name: t.compare }).count()).toBe(1);
});

test.each(journeyLanguages('zh'))(
  'a phone’s chart is set as in a layout saved in a wide window, in %s',
  async (lang) => {
    const texts = chartTexts[lang];
    const owner = await registerByApi(exchange.url, `layouts-${lang}@example.com`, lang);
    const layout = 'row*2:1000 chart:700 ticket:300';
    const chart = JSON.stringify({ view: '4h', compared: 'ETH/USDT' });
    await owner.client.call(calls.workspace.saveLayout, { name: 'Scalping', layout, chart });
    // Without a chart there is nothing that a phone could use.
    await owner.client.call(calls.workspace.saveLayout, { name: 'Panels alone', layout });
    const device = { viewport: { width: 390, height: 844 } };
    const context = await newPhone({ browser, url: exchange.url, lang, token: owner.token, device });
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    await page.goto(`${exchange.url}/#/pages/transfer/ftf?symbol=BTC/USDT`);
    await page.getByRole('button', { name: texts.settings }).click();
    const saved = page.getByRole('group', { name: savedChartTexts[lang].title });
    await saved.getByRole('button', { name: 'Scalping' }).click();
    expect(await saved.getByRole('button').count()).toBe(1);
    await page.getByText(savedChartTexts[lang].opened('Scalping')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('img', { name: texts.chartOf('BTC/USDT', texts.views['4h']) }).waitFor();
    await page.getByRole('button', { name: texts.stopCompare('ETH/USDT') }).waitFor();
    await context.close();
  },
);

test('the chart saves a picture of what it shows', async () => {
  const page = await openChart();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t.savePicture }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^BTC-USDT-.*\.png$/);
  const picture = await readFile(await download.path());
  // A PNG's dimensions are at its start.
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect(Math.min(picture.readUInt32BE(16), picture.readUInt32BE(20))).toBeGreaterThan(300);
});

test('the chart enters and leaves full screen', async () => {
  const page = await openChart();
  await page.getByRole('button', { name: t.toFullScreen }).click();
  await page.getByRole('button', { name: t.leaveFullScreen }).waitFor();
  expect(await page.evaluate('document.fullscreenElement !== null')).toBe(true);
  await page.getByRole('button', { name: t.leaveFullScreen }).click();
  await page.getByRole('button', { name: t.toFullScreen }).waitFor();
});

test.each(journeyLanguages('zh'))(
  'the averages’ legends leave the price axis free in a chart of half a phone’s width, in %s',
  async (lang) => {
    const customer = await newCustomer({ browser, url: exchange.url, lang, email: someone.email });
    await watchLetters(customer.context);
    const page = await customer.open('pages/transfer/kline?symbol=BTC/USDT');
    await page.setViewportSize({ width: 195, height: 422 });
    const averages = async (): Promise<number> => {
      const texts = await chartTextsOf(page);
      return texts.filter((text, at) => /^MA\d+ $/.test(text) && /^[\d,.]+$/.test(texts[at + 1] ?? '')).length;
    };
    await expect.poll(averages).toBe(3);
    await expect.poll(() => overprinted(page)).toEqual([]);
    await page.context().close();
  },
);

test('the chart fits a rotated phone', async () => {
  const customer = await reader();
  const page = await customer.open('pages/transfer/ftf?symbol=BTC/USDT');
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(() => pixels(page, green)).toBeGreaterThan(50);
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByRole('img', { name: t.chartOf('BTC/USDT', t.views['1h']) }).waitFor();
});

/** Trades with the maker at a price other than this one; the maker's own trades may be a minute apart. */
async function tradeBeside(price: number): Promise<void> {
  const book = () => someone.client.call(calls.trade.depth, { symbol: 'BTC/USDT' });
  await expect.poll(async () => (await book()).asks.length * (await book()).bids.length).toBeGreaterThan(0);
  const { asks } = await book();
  const side = Number(asks[0]?.[0]) === price ? 'sell' : 'buy';
  await someone.place({ symbol: 'BTC/USDT', side, type: 'market', quantity: '0.001' });
}

test('without a stream the chart polls, says so, and prices keep moving', async () => {
  const customer = await reader();
  await customer.context.routeWebSocket('**/ws', (socket) => void socket.close());
  const page = await customer.open('pages/transfer/kline?symbol=BTC/USDT');
  const last = page.getByTestId('chart-last');
  await page.getByText(shellTexts.en.connection.polling).waitFor();
  await someone.receive('USDT', '1000');
  await someone.receive('BTC', '0.01');
  const first = await last.innerText();
  // The maker may trade at the first price again before the page asks.
  const trade = async (): Promise<string> => {
    await tradeBeside(Number(first.replaceAll(',', '')));
    return last.innerText();
  };
  await expect.poll(trade, { interval: 3_000 }).not.toBe(first);
  // Live again after the return.
  const after = await (await reader()).open('pages/transfer/kline?symbol=BTC/USDT');
  await after.getByText(shellTexts.en.connection.live).waitFor();
});

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
