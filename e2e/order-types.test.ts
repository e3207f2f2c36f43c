import { calls } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newMail, registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import { newCustomer } from './harness/people/customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { type OrderType, orderTypesOf } from './harness/pages/order-types.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { tradeTexts } from './harness/pages/trade-page.ts';
import { words } from './harness/pages/words.ts';

const symbol = 'BTC/USDT';
let browser: Browser;
let exchange: ExchangeProcess;
let other: ApiCustomer;
let third: ApiCustomer;

beforeAll(async () => {
  exchange = await sharedExchange(symbol);
  browser = await sharedBrowser();
  other = await registerByApi(exchange.url, newMail('other'));
  third = await registerByApi(exchange.url, newMail('third'));
  await other.receive('USDT', '40000');
  for (const { receive } of [other, third]) await receive('BTC', '0.4');
});

afterAll(async () => {
  await closePages(browser);
});

// What was offered to one order would meet the next.
afterEach(async () => {
  await other.client.call(calls.trade.cancelAll, { symbol: 'all' });
});

const market = {
  offer: async (side: 'buy' | 'sell', price: string, quantity: string): Promise<void> => {
    await other.place({ symbol, type: 'limit', side, price, quantity });
  },
  /** Makes this the last price. */
  tradeAt: async (price: string): Promise<void> => {
    const order = { symbol, type: 'limit', price, quantity: '0.001' } as const;
    await other.place({ ...order, side: 'buy' });
    await third.place({ ...order, side: 'sell' });
  },
};

async function openOf({ client }: ApiCustomer) {
  return (await client.call(calls.trade.openOrders, { limit: 10 })).items;
}

describe.each(journeyLanguages('zh'))('in %s', (lang) => {
  const trade = tradeTexts[lang];

  /** Opens a page of the market on a new customer's phone, the trade page by default, where the last price is 60,000. */
  async function arrive(path = 'pages/home/trade'): Promise<{ readonly customer: ApiCustomer; readonly page: Page }> {
    await market.tradeAt('60000');
    const customer = await registerByApi(exchange.url, newMail('trader'), lang);
    await customer.receive('USDT', '1210');
    await customer.receive('BTC', '0.02');
    const { email, token } = customer;
    const phone = await newCustomer({ browser, url: exchange.url, lang, email, token });
    return { customer, page: await phone.open(`${path}?symbol=${symbol}`) };
  }

  /** Answers the form's question, which says what the order will do. */
  async function confirm(page: Page, type: OrderType): Promise<void> {
    const { confirms = [], omits = [], confirm: name, asks = 'alertdialog' } = type;
    const question = page.getByRole(asks);
    for (const text of confirms) await question.getByText(text).first().waitFor();
    for (const text of omits) expect(await question.getByText(text, { exact: true }).count()).toBe(0);
    await question.getByRole('button', { name, exact: true }).click();
    await question.waitFor({ state: 'hidden' });
  }

  test.each(orderTypesOf(lang, market))('$name: entered, confirmed, listed and ended on a phone', async (type) => {
    const { customer, page } = await arrive();
    await page.getByRole('button', { name: trade.advanced }).click();
    await type.enter(page);
    for (const text of type.says ?? []) await page.getByText(text).first().waitFor();
    await page.getByRole('button', { name: type.send, exact: true }).last().click();
    await confirm(page, type);
    await expect.poll(async () => (await openOf(customer)).length).toBe(type.stored.length);
    const stored = type.stored.map((order): unknown => expect.objectContaining(order));
    expect(await openOf(customer)).toEqual(expect.arrayContaining(stored));

    await page.goto(`${exchange.url}/#/pages/home/trade?symbol=${symbol}`);
    const rows = page.getByTestId('order-row');
    await rows.getByText(type.listed).first().waitFor();
    await type.end(page, customer);
    await page.getByText(trade.noOpenOrders, { exact: true }).waitFor();
    const { items } = await customer.client.call(calls.trade.history, { limit: 20 });
    expect([...new Set(items.map(({ state }) => state))].toSorted()).toEqual(type.ends);
    await page.context().close();
  });

  test('a scaled order that the balance doesn’t cover places its first levels, and names the others', async () => {
    const t = words(lang).scaled;
    const { customer, page } = await arrive('pages/trade/scaled');
    await page.getByLabel(t.low).fill('50000');
    await page.getByLabel(t.high).fill('54000');
    await page.getByLabel(t.total).fill('0.05');
    await page.getByRole('button', { name: t.place(5) }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: t.confirmYes }).click();
    await page.getByText(t.someRefused(2, 3)).waitFor();
    await page.getByText(/54,000\.0[:：]/).waitFor();
    expect((await openOf(customer)).map(({ price }) => price)).toEqual(['51000.0', '50000.0']);
    await page.getByTestId('scaled-parent').getByRole('button', { name: t.cancel }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: t.cancel }).click();
    await page.getByText(t.cancelled(2)).waitFor();
    await page.context().close();
  });
});
