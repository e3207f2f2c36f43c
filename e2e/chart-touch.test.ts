import { calls } from '@fft/contract';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMail, type ApiCustomer, registerByApi } from './harness/people/api-customer.ts';
import { placeOf, watchLetters } from './harness/measures/chart-labels.ts';
import { chartMarkTexts, chartTexts } from './harness/pages/chart-page.ts';
import { plainDecimal } from './harness/measures/decimals.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { patienceMs } from './harness/browser/patience.ts';
import { newPhone } from './harness/browser/phone.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { amendTexts, tradeTexts } from './harness/pages/trade-page.ts';

const symbol = 'BTC/USDT';
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } as const;
let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await sharedExchange('BTC/USDT');
  browser = await sharedBrowser();
  const [seller, buyer] = [
    await registerByApi(exchange.url, newMail('seller')),
    await registerByApi(exchange.url, newMail('buyer')),
  ];
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

interface Phone {
  readonly page: Page;
  readonly touch: CDPSession;
}

/** The professional chart on a phone, with its texts watched. */
async function openChart({ token }: ApiCustomer): Promise<Phone> {
  const context = await newPhone({ browser, url: exchange.url, lang: 'en', token, device: phone });
  context.setDefaultTimeout(patienceMs);
  await watchLetters(context);
  const page = await context.newPage();
  await page.goto(`${exchange.url}/#/pages/transfer/ftf?symbol=${symbol}`);
  await page.getByRole('img', { name: new RegExp(symbol) }).waitFor();
  return { page, touch: await context.newCDPSession(page) };
}

type Finger = 'touchStart' | 'touchMove' | 'touchEnd';

/** Real touches: the browser makes the page's events, and may take the finger for a scroll. */
const send = (touch: CDPSession, type: Finger, points: readonly { readonly x: number; readonly y: number }[]) =>
  touch.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });

/** Puts a finger on a label and moves it by so many pixels, without lifting it. */
async function drag({ page, touch }: Phone, label: string, by: number): Promise<void> {
  await expect.poll(() => placeOf(page, label)).not.toBeNull();
  const at = await placeOf(page, label);
  if (at === null) throw new Error(`the label ${label} is gone`);
  await send(touch, 'touchStart', [at]);
  for (let step = 1; step <= 8; step += 1) await send(touch, 'touchMove', [{ x: at.x, y: at.y + (by * step) / 8 }]);
}

const lift = ({ touch }: Phone) => send(touch, 'touchEnd', []);

test('a finger drags an order’s line by its label, which amends the order after the question', async () => {
  const t = amendTexts.en;
  const trader = await registerByApi(exchange.url, newMail('finger'), 'en');
  await trader.receive('USDT', '20000');
  await trader.place({ symbol, side: 'buy', type: 'limit', price: '96000', quantity: '0.01' });
  const shown = await openChart(trader);
  const { page } = shown;
  const label = chartTexts.en.orderMark(tradeTexts.en.buy, '0.01000', 0);
  const priceOf = async (): Promise<number> => {
    const { items } = await trader.client.call(calls.trade.openOrders, {});
    return Number(items[0]?.price);
  };
  await drag(shown, label, 60);
  // Under the finger the label has the price that it would get.
  await expect.poll(() => placeOf(page, '→')).not.toBeNull();
  expect(await priceOf()).toBe(96_000);
  await lift(shown);
  await page.getByRole('alertdialog').getByRole('button', { name: t.confirm, exact: true }).click();
  await expect.poll(priceOf).toBeLessThan(96_000);
  await page.context().close();
});

test('a finger drags an alert’s line to another price', async () => {
  const trader = await registerByApi(exchange.url, newMail('alerted'), 'en');
  await trader.client.call(calls.watchlist.createAlert, { symbol, price: '98000' });
  const pricesOf = async (): Promise<readonly number[]> =>
    (await trader.client.call(calls.watchlist.alerts, {})).map(({ price }) => Number(plainDecimal(price)));
  const shown = await openChart(trader);
  await drag(shown, chartMarkTexts.en.rises('').trim(), 80);
  expect(await pricesOf()).toEqual([98_000]);
  await lift(shown);
  await shown.page.getByText(chartMarkTexts.en.moved).waitFor();
  const [moved, ...others] = await pricesOf();
  expect(others).toEqual([]);
  expect(moved).toBeLessThan(98_000);
  await shown.page.context().close();
});
