import { calls } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMail, type ApiCustomer, registerByApi } from './harness/people/api-customer.ts';
import { chartTextsOf, placeOf, watchLetters } from './harness/measures/chart-labels.ts';
import {
  alertBellTexts,
  alertTexts,
  chartMarkTexts,
  chartSettingTexts,
  chartTexts,
} from './harness/pages/chart-page.ts';
import { plainDecimal } from './harness/measures/decimals.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { patienceMs } from './harness/browser/patience.ts';
import { newPhone } from './harness/browser/phone.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { tradeTexts } from './harness/pages/trade-page.ts';
import { panel } from './harness/pages/workspace-page.ts';

const symbol = 'BTC/USDT';
let browser: Browser;
let exchange: ExchangeProcess;
let seller: ApiCustomer;

beforeAll(async () => {
  exchange = await sharedExchange('BTC/USDT');
  browser = await sharedBrowser();
  seller = await registerByApi(exchange.url, newMail('seller'));
  const buyer = await registerByApi(exchange.url, newMail('buyer'));
  await seller.receive('BTC', '0.4');
  await buyer.receive('USDT', '40000');
  // The candle shows the prices between which lines are dragged.
  for (const price of ['95000', '99000', '97000']) {
    await seller.place({ symbol, side: 'sell', type: 'limit', price, quantity: '0.01' });
    await buyer.place({ symbol, side: 'buy', type: 'limit', price, quantity: '0.01' });
  }
});

afterAll(async () => {
  await closePages(browser);
});

async function openChart(lang: 'zh' | 'en', { token }: ApiCustomer): Promise<Page> {
  const device = { viewport: { width: 1440, height: 900 } };
  const context = await newPhone({ browser, url: exchange.url, lang, token, device });
  context.setDefaultTimeout(patienceMs);
  await watchLetters(context);
  const page = await context.newPage();
  await page.goto(`${exchange.url}/#/pages/home/trade?symbol=${symbol}`);
  await panel(page, 'ticket').waitFor();
  return page;
}

async function pricesOf(trader: ApiCustomer): Promise<readonly string[]> {
  const alerts = await trader.client.call(calls.watchlist.alerts, {});
  return alerts.map(({ price }) => plainDecimal(price));
}

async function placed(page: Page, part: string): Promise<{ readonly x: number; readonly y: number }> {
  await expect.poll(() => placeOf(page, part)).not.toBeNull();
  const at = await placeOf(page, part);
  if (at === null) throw new Error(`${part} is gone`);
  return at;
}

describe.each(journeyLanguages('zh'))('in %s', (lang) => {
  const t = alertTexts[lang];
  const words = chartMarkTexts[lang];

  test('an alert is picked on the chart, moved by its line, and removed by its cross', async () => {
    const trader = await registerByApi(exchange.url, newMail('alerts'), lang);
    const page = await openChart(lang, trader);
    const canvas = panel(page, 'chart').getByRole('img', { name: new RegExp(symbol) });
    await expect.poll(async () => (await chartTextsOf(page)).length).toBeGreaterThan(5);

    // Escape ends the wait for a price.
    const bell = panel(page, 'chart').getByRole('button', { name: alertBellTexts[lang].bell });
    await bell.click();
    await page.getByRole('button', { name: t.pick }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    const box = await canvas.boundingBox();
    if (box === null) throw new Error('the chart is nowhere');
    const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.3];
    await page.mouse.click(x, y);
    expect(await pricesOf(trader)).toEqual([]);

    await bell.click();
    await page.getByRole('button', { name: t.pick }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.mouse.move(x, y - 5);
    await page.mouse.click(x, y);
    await expect.poll(() => pricesOf(trader)).toHaveLength(1);
    const [first = ''] = await pricesOf(trader);
    expect(Number(first)).toBeGreaterThan(97_000);

    const label = words.rises('').trim();
    const at = await placed(page, label);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x, at.y + 200, { steps: 5 });
    await page.mouse.up();
    await expect.poll(async () => (await pricesOf(trader)).filter((price) => price !== first)).toHaveLength(1);
    await expect.poll(async () => (await pricesOf(trader)).length).toBe(1);
    expect(Number((await pricesOf(trader))[0])).toBeLessThan(97_000);

    await page.getByText(words.moved).waitFor();
    // The line is drawn again once the new alert is known: a press in that moment meets none.
    const pressCross = async (): Promise<readonly string[]> => {
      const [moved, cross] = [await placeOf(page, words.falls('').trim()), await placeOf(page, '✕')];
      if (moved !== null && cross !== null) await page.mouse.click(cross.x, moved.y);
      return pricesOf(trader);
    };
    await expect.poll(pressCross).toEqual([]);
    await expect.poll(() => placeOf(page, words.falls('').trim())).toBeNull();
    await page.context().close();
  });

  test('own trades are marked with quantity and price, until they are switched off', async () => {
    const trader = await registerByApi(exchange.url, newMail('trades'), lang);
    await trader.receive('USDT', '20000');
    const buy = async (quantity: string): Promise<void> => {
      await seller.place({ symbol, side: 'sell', type: 'limit', price: '97000', quantity });
      await trader.place({ symbol, side: 'buy', type: 'limit', price: '97000', quantity });
    };
    await buy('0.02');
    const page = await openChart(lang, trader);
    const canvas = panel(page, 'chart').getByRole('img', { name: new RegExp(symbol) });
    const box = await canvas.boundingBox();
    if (box === null) throw new Error('the chart is nowhere');
    const side = tradeTexts[lang].buy;
    const legend = async (): Promise<string> => {
      const texts = await chartTextsOf(page);
      return texts[texts.findIndex((text) => text.trim() === side) + 1] ?? '';
    };
    // The newest candle is at the right, beside the room before the axis.
    const point = async (): Promise<void> => {
      await page.mouse.move(box.x + box.width - 150, box.y + box.height / 2);
      await page.mouse.move(box.x + box.width - 140, box.y + box.height / 2);
    };
    await expect.poll(async () => (await point(), legend())).toBe(words.fill('0.02000', '97,000.0'));
    // A trade while the chart is open joins the mark.
    await buy('0.01');
    await expect.poll(async () => (await point(), legend())).toBe(words.fills('0.03000', '97,000.000', 2));

    await page.getByRole('button', { name: chartTexts[lang].settings }).click();
    await page.getByRole('switch', { name: chartSettingTexts[lang].fills }).click();
    await page.keyboard.press('Escape');
    await expect
      .poll(async () => (await point(), (await chartTextsOf(page)).some((text) => text.trim() === side)))
      .toBe(false);
    await page.context().close();
  });
});

test('a chart with many open orders draws them at once', async () => {
  const trader = await registerByApi(exchange.url, newMail('many'), 'en');
  await trader.receive('USDT', '20000');
  for (let step = 0; step < 26; step += 1) {
    const price = String(95_000 + step * 50);
    await trader.place({ symbol, side: 'buy', type: 'limit', price, quantity: '0.001' });
  }
  const page = await openChart('en', trader);
  const label = chartTexts.en.orderMark(tradeTexts.en.buy, '0.00100', 0);
  await expect.poll(() => placeOf(page, label)).not.toBeNull();
  await page.context().close();
});
