import { calls } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { registerByApi } from './harness/api-customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { journeyLanguages } from './harness/journey-languages.ts';
import { patienceMs } from './harness/patience.ts';
import { newPhone } from './harness/phone.ts';
import { orderSheetTexts, tradeTexts } from './harness/trade-page.ts';
import { words } from './harness/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await startExchange();
  browser = await launchBrowser(inject('browserPath'));
});

afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

test.each(journeyLanguages('en'))(
  'a customer places a trailing stop, sees it triggered by a fall, and cancels another one (%s)',
  async (lang) => {
    const [t, trade, sheets, { orderParents }] = [
      words(lang).trailing,
      tradeTexts[lang],
      orderSheetTexts[lang],
      words(lang),
    ];
    const customer = await registerByApi(exchange.url, `trail-${lang}@example.com`, lang);
    const other = await registerByApi(exchange.url, `fall-${lang}@example.com`, lang);
    await customer.receive('BTC', '0.02');
    await other.receive('BTC', '0.1');
    await other.receive('USDT', '20000');
    const bid = (price: string, quantity: string) =>
      other.client.call(calls.trade.create, { ...order(), price, quantity });
    const order = () =>
      ({ clientOrderId: crypto.randomUUID(), symbol: 'BTC/USDT', side: 'buy', type: 'limit' }) as const;
    /** Makes this the last price. */
    const tradeAt = async (price: string): Promise<void> => {
      await bid(price, '0.001');
      const sale = { ...order(), side: 'sell', price, quantity: '0.001', selfTrade: 'cancelOldest' } as const;
      await customer.client.call(calls.trade.create, sale);
    };
    await tradeAt('60000');

    const device = { viewport: { width: 390, height: 844 } };
    const context = await newPhone({ browser, url: exchange.url, lang, token: customer.token, device });
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    await page.goto(`${exchange.url}/#/pages/home/trade?symbol=BTC/USDT`);
    await page.getByRole('button', { name: trade.advanced }).click();
    await page.getByRole('link', { name: sheets.plans.trailing }).click();
    await page.getByRole('heading', { name: t.title, exact: true }).waitFor();
    await page.getByText(t.sell, { exact: true }).first().click();
    await page.getByLabel(t.percent).fill('1');
    await page.getByLabel(t.quantity).fill('0.005');
    await page.getByText(t.startsAt('59,400.0 USDT')).waitFor();
    await page
      .getByRole('button', { name: t.place('sell'), exact: true })
      .last()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: t.confirmYes }).click();
    await expect.poll(() => openTrails(customer), { timeout: patienceMs }).toEqual([{ trailBps: 100 }]);

    // A second one begins at a price of its own.
    await page.getByText(t.byPrice, { exact: true }).click();
    await page.getByLabel(t.distance).fill('500');
    await page.getByLabel(t.quantity).fill('0.002');
    await page.getByLabel(t.activation).fill('65000');
    await page.getByText(t.startsAt('64,500.0 USDT')).waitFor();
    await page
      .getByRole('button', { name: t.place('sell'), exact: true })
      .last()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: t.confirmYes }).click();
    const second = { trail: '500.0', activationPrice: '65000.0' };
    await expect.poll(() => openTrails(customer), { timeout: patienceMs }).toEqual([second, { trailBps: 100 }]);

    // The price rises to 61,000, so that the first one triggers at 60,390.
    await bid('60100', '0.01');
    await tradeAt('61000');
    await page.goto(`${exchange.url}/#/pages/home/trade?symbol=BTC/USDT`);
    const rows = page.getByTestId('order-row');
    await rows.getByText(orderParents.trails('1%', null), { exact: true }).waitFor();
    await tradeAt('60390');
    await rows.getByText(orderParents.trails('1%', null), { exact: true }).waitFor({ state: 'detached' });
    const waiting = rows.filter({ hasText: orderParents.trails('500.0', '65,000.0') });
    await waiting.getByRole('button', { name: trade.cancelOrder }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: trade.cancelOrder }).click();
    await page.getByText(trade.noOpenOrders, { exact: true }).waitFor();
    const { items } = await customer.client.call(calls.trade.history, { limit: 20 });
    expect(items.find(({ trailBps }) => trailBps === 100)).toMatchObject({ state: 'filled', average: '60100.0' });
    await context.close();
    // Its bids would meet the next customer's sales.
    await other.client.call(calls.trade.cancelAll, {});
  },
);

async function openTrails({ client }: Awaited<ReturnType<typeof registerByApi>>) {
  const { items } = await client.call(calls.trade.openOrders, { limit: 10 });
  return items.map(({ trail, trailBps, activationPrice }) => ({
    ...(trail !== undefined && { trail }),
    ...(trailBps !== undefined && { trailBps }),
    ...(activationPrice !== undefined && { activationPrice }),
  }));
}
