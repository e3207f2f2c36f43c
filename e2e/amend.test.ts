import { calls, type Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMail, type ApiCustomer, registerByApi } from './harness/people/api-customer.ts';
import { chartTextsOf, placeOf, watchLetters } from './harness/measures/chart-labels.ts';
import { chartTexts } from './harness/pages/chart-page.ts';
import { newCustomer } from './harness/people/customer.ts';
import { plainDecimal } from './harness/measures/decimals.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { patienceMs } from './harness/browser/patience.ts';
import { newPhone } from './harness/browser/phone.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { amendTexts, historyTexts, tradeTexts } from './harness/pages/trade-page.ts';
import { panel } from './harness/pages/workspace-page.ts';

const symbol = 'BTC/USDT';
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
  await seller.place({ symbol, side: 'sell', type: 'limit', price: '97500', quantity: '0.1' });
});

afterAll(async () => {
  await closePages(browser);
});

async function newTrader(email: string, lang: Lang): Promise<ApiCustomer> {
  const trader = await registerByApi(exchange.url, email, lang);
  await trader.receive('USDT', '20000');
  return trader;
}

const buyAt = (trader: ApiCustomer, price: string, postOnly = false) =>
  trader.place({ symbol, side: 'buy', type: 'limit', price, quantity: '0.01', postOnly });

async function openOrdersOf(trader: ApiCustomer) {
  const { items } = await trader.client.call(calls.trade.openOrders, {});
  return items.flatMap(({ price, quantity }) =>
    price === null || quantity === null ? [] : [[plainDecimal(price), plainDecimal(quantity)]],
  );
}

/** The workspace with the chart's texts watched. */
async function openChart(lang: Lang, { token }: ApiCustomer, width = 1440): Promise<Page> {
  const device = { viewport: { width, height: 900 } };
  const context = await newPhone({ browser, url: exchange.url, lang, token, device });
  context.setDefaultTimeout(patienceMs);
  await watchLetters(context);
  const page = await context.newPage();
  await page.goto(`${exchange.url}/#/pages/home/trade?symbol=${symbol}`);
  await panel(page, 'ticket').waitFor();
  return page;
}

/** Presses a label and moves it by so many pixels, without letting go. */
async function drag(page: Page, part: string, by: number): Promise<void> {
  await expect.poll(() => placeOf(page, part)).not.toBeNull();
  const at = await placeOf(page, part);
  if (at === null) throw new Error(`the label ${part} is gone`);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x, at.y + by, { steps: 5 });
}

/** The text of the label that is being dragged, `Buy 0.01000 → 96,312.4 · −0.71%`. */
const movingText = async (page: Page): Promise<string> =>
  (await chartTextsOf(page)).find((text) => text.includes(' → ')) ?? '';

const newPriceOf = (text: string): string => plainDecimal(/→ ([\d,.]+)/.exec(text)?.[1] ?? '');

describe.each(journeyLanguages('en'))('in %s', (lang) => {
  const t = amendTexts[lang];
  const trade = tradeTexts[lang];
  const label = chartTexts[lang].orderMark(trade.buy, '0.01000', 0);

  test('a line follows the mouse with price and distance, is given back, and amends its order after the question', async () => {
    const trader = await newTrader(newMail('drags'), lang);
    await buyAt(trader, '96000');
    const page = await openChart(lang, trader);

    // Escape and the right button give it back, even though the mouse moves on.
    for (const giveBack of [() => page.keyboard.press('Escape'), () => page.mouse.down({ button: 'right' })]) {
      await drag(page, label, 60);
      await expect.poll(() => movingText(page)).toMatch(/→ 95,\d{3}\.\d · −\d\.\d\d%$/);
      await giveBack();
      await expect.poll(() => movingText(page)).toBe('');
      await page.mouse.move(500, 300, { steps: 3 });
      await page.mouse.up({ button: 'right' });
      await page.mouse.up();
      await expect.poll(() => placeOf(page, label)).not.toBeNull();
    }
    expect(await page.getByRole('alertdialog').count()).toBe(0);

    await drag(page, label, 60);
    await expect.poll(() => movingText(page)).not.toBe('');
    const asked = newPriceOf(await movingText(page));
    await page.mouse.up();
    const question = page.getByRole('alertdialog');
    await question.getByText(t.question, { exact: true }).waitFor();
    const facts = await question.getByTestId('amend-facts').innerText();
    expect(facts.replaceAll(/\s+/g, ' ')).toContain(`${t.price} 96,000.0 → 95,`);
    // 0.01 of the coin at both prices.
    expect(facts.replaceAll(',', '')).toContain(`960.00 → ${(Number(asked) / 100).toFixed(3).replace(/0$/, '')}`);
    await question.getByRole('button', { name: t.keep, exact: true }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => movingText(page)).toBe('');
    expect(await openOrdersOf(trader)).toEqual([['96000', '0.01']]);

    await drag(page, label, -40);
    await expect.poll(() => movingText(page)).not.toBe('');
    const price = newPriceOf(await movingText(page));
    expect(Number(price)).toBeGreaterThan(96_000);
    await page.mouse.up();
    await question.getByText(t.requeues, { exact: true }).waitFor();
    await question.getByRole('button', { name: t.confirm, exact: true }).click();
    await expect.poll(() => openOrdersOf(trader)).toEqual([[price, '0.01']]);
    await page.getByText(t.done, { exact: true }).waitFor();
    await page.context().close();
  });

  test('a refused amendment puts the line back, and says why', async () => {
    const trader = await newTrader(newMail('refused'), lang);
    await buyAt(trader, '97000', true);
    const page = await openChart(lang, trader);
    await drag(page, label, -100);
    await page.mouse.up();
    const question = page.getByRole('alertdialog');
    await question.getByText(t.crosses('97,500.0'), { exact: true }).waitFor();
    await question.getByRole('button', { name: t.confirm, exact: true }).click();
    await question.waitFor({ state: 'detached' });
    await page
      .getByRole('status')
      .filter({ hasText: /Maker|post-only/i })
      .waitFor();
    await expect.poll(() => movingText(page)).toBe('');
    expect(await openOrdersOf(trader)).toEqual([['97000', '0.01']]);
    await page.context().close();
  });

  test('a row of the table opens a sheet by keys alone, which refuses what can’t be and sends the rest', async () => {
    const trader = await newTrader(newMail('table'), lang);
    await buyAt(trader, '96000');
    const page = await openChart(lang, trader);
    await panel(page, 'orders').getByRole('button', { name: t.amend, exact: true }).focus();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: t.title, exact: true });
    const price = sheet.getByLabel(trade.price('USDT'), { exact: true });
    await price.focus();
    await page.keyboard.press('Enter');
    await sheet.getByText(t.unchanged, { exact: true }).waitFor();
    await price.fill('0');
    await page.keyboard.press('Enter');
    await sheet.getByText(trade.faults.tooLow('0.1'), { exact: true }).waitFor();
    // More than the customer has.
    await price.fill('96000');
    await sheet.getByLabel(trade.quantity('BTC'), { exact: true }).fill('3');
    await page.keyboard.press('Enter');
    await expect.poll(() => sheet.getByRole('alert').count()).toBe(1);
    expect(await openOrdersOf(trader)).toEqual([['96000', '0.01']]);
    await sheet.getByLabel(trade.quantity('BTC'), { exact: true }).fill('0.02');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => sheet.getByTestId('amend-facts').innerText()).toContain('0.02001');
    await page.keyboard.press('Enter');
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => openOrdersOf(trader)).toEqual([['96000', '0.02001']]);
    await page.context().close();
  });

  test('at 1,024 px an order is amended and cancelled without scrolling the table sideways', async () => {
    const trader = await newTrader(newMail('narrow'), lang);
    await buyAt(trader, '96000');
    const page = await openChart(lang, trader, 1024);
    const orders = panel(page, 'orders');
    const right = async (name: string): Promise<number> => {
      const box = await orders.getByRole('button', { name, exact: true }).boundingBox();
      return box === null ? Infinity : box.x + box.width;
    };
    await orders.getByTestId('order-row').waitFor();
    const edge = await orders.boundingBox();
    const end = (edge?.x ?? 0) + (edge?.width ?? 0);
    expect(await right(t.amend)).toBeLessThanOrEqual(end);
    expect(await right(trade.cancelOrder)).toBeLessThanOrEqual(end);
    await page.context().close();
  });

  test('the phone’s lists amend an order too, a stop-limit with its trigger, but no stop at market price', async () => {
    const trader = await newTrader(newMail('phone'), lang);
    await trader.receive('BTC', '0.1');
    const stop = { symbol, side: 'sell', quantity: '0.01', stopPrice: '90000', stopDirection: 'falling' } as const;
    await trader.place({ ...stop, type: 'market' });
    await trader.place({ ...stop, type: 'limit', price: '89900' });
    const phone = await newCustomer({ browser, url: exchange.url, lang, email: trader.email });
    await phone.context.addInitScript(
      (entry) => localStorage.setItem('user-token', entry),
      JSON.stringify({ token: trader.token }),
    );
    const page = await phone.open('pages/trade/history');
    await page.getByRole('tab', { name: historyTexts[lang].open(2), exact: true }).click();
    const amend = page.getByTestId('order-row').getByRole('button', { name: t.amend, exact: true });
    await amend.first().waitFor();
    expect(await amend.count()).toBe(1);
    await amend.click();
    const sheet = page.getByRole('dialog', { name: t.title, exact: true });
    await sheet.getByLabel(trade.price('USDT'), { exact: true }).fill('89800');
    await sheet.getByText(t.triggerStays('90,000.0'), { exact: true }).waitFor();
    await sheet.getByRole('button', { name: t.confirm, exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => openOrdersOf(trader)).toContainEqual(['89800', '0.01']);
    await phone.context.close();
  });
});
