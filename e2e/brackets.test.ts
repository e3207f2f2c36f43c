import { calls, type Order } from '@fft/contract';
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
type Customer = Awaited<ReturnType<typeof registerByApi>>;

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
  'a bracket is filled in parts, its legs grow, the rest and a leg are cancelled, and a stop-loss triggers (%s)',
  async (lang) => {
    const [t, trade, sheets, { orderParents }] = [
      words(lang).bracket,
      tradeTexts[lang],
      orderSheetTexts[lang],
      words(lang),
    ];
    const customer = await registerByApi(exchange.url, `bracket-${lang}@example.com`, lang);
    const other = await registerByApi(exchange.url, `meets-${lang}@example.com`, lang);
    const third = await registerByApi(exchange.url, `third-${lang}@example.com`, lang);
    await customer.receive('USDT', '2000');
    await third.receive('BTC', '0.01');
    await other.receive('BTC', '0.1');
    await other.receive('USDT', '20000');
    const order = () => ({ clientOrderId: crypto.randomUUID(), symbol: 'BTC/USDT', type: 'limit' }) as const;
    const meet = (side: 'buy' | 'sell', price: string, quantity: string) =>
      other.client.call(calls.trade.create, { ...order(), side, price, quantity });
    /** Makes this the last price. */
    const tradeAt = async (price: string): Promise<void> => {
      await meet('buy', price, '0.001');
      await third.client.call(calls.trade.create, { ...order(), side: 'sell', price, quantity: '0.001' });
    };
    await tradeAt('60000');

    const device = { viewport: { width: 320, height: 720 } };
    const context = await newPhone({ browser, url: exchange.url, lang, token: customer.token, device });
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    await page.goto(`${exchange.url}/#/pages/home/trade?symbol=BTC/USDT`);
    await page.getByRole('button', { name: trade.advanced }).click();
    await page.getByRole('link', { name: sheets.plans.bracket }).click();
    await page.getByRole('heading', { name: t.title, exact: true }).waitFor();
    const box = (label: string) => page.getByLabel(label, { exact: true });
    await box(`${t.price} (USDT)`).fill('60000');
    await box(`${t.quantity} (BTC)`).fill('0.02');
    await box(`${t.takeProfit} (USDT)`).fill('59000');
    await page.getByText(t.profitWrong('buy'), { exact: true }).waitFor();
    await box(`${t.takeProfit} (USDT)`).fill('63000');
    await box(`${t.stopLoss} (USDT)`).fill('57000');
    await page.getByText(t.profitAt('+5.00%'), { exact: true }).waitFor();
    await page.getByText(t.lossAt('−5.00%'), { exact: true }).waitFor();
    await page
      .getByRole('button', { name: t.place('buy'), exact: true })
      .last()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: t.confirmYes }).click();
    await expect.poll(async () => (await openOf(customer)).length, { timeout: patienceMs }).toBe(1);

    // A part is filled: the legs protect it, and the rest of the entry is still in the book.
    await meet('sell', '60000', '0.008');
    const [, firstProfit, entry] = await openOf(customer);
    expect(entry).toMatchObject({ takeProfitPrice: '63000.0', filled: '0.00800' });
    // The maker's fee of 0.08 % leaves 799 whole lots, and a part of one.
    expect(await balanceOf(customer, 'BTC')).toEqual({ total: '0.00799360', frozen: '0.00799000' });
    await page.goto(`${exchange.url}/#/pages/home/trade?symbol=BTC/USDT`);
    const rows = page.getByTestId('order-row');
    const legs = [orderParents.legs.profit('63,000.0'), orderParents.legs.loss('57,000.0')].join(' · ');
    await rows.getByText(legs, { exact: true }).waitFor();
    await rows.getByText(orderParents.bracket, { exact: true }).first().waitFor();

    // Another part enlarges them; the rest of the entry is cancelled and gives its money back.
    await meet('sell', '60000', '0.004');
    const [stop, profit] = await openOf(customer);
    expect([profit?.id, profit?.quantity, stop?.quantity]).toEqual([firstProfit?.id, '0.01199', '0.01199']);
    await rows.filter({ hasText: legs }).getByRole('button', { name: trade.cancelOrder }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: trade.cancelOrder }).click();
    await rows.getByText(legs, { exact: true }).waitFor({ state: 'detached' });
    expect(await balanceOf(customer, 'USDT')).toEqual({ total: '1280.00000000', frozen: '0.00000000' });

    // The price falls to the trigger: the stop-loss sells all of it, and the take-profit is gone.
    await meet('buy', '56900', '0.02');
    await tradeAt('57000');
    await page.getByText(trade.noOpenOrders, { exact: true }).waitFor();
    expect(await balanceOf(customer, 'BTC')).toEqual({ total: '0.00000040', frozen: '0.00000000' });
    // 0.01199 × 56,900, less the taker's fee of 0.1 %.
    expect(await balanceOf(customer, 'USDT')).toEqual({ total: '1961.54876900', frozen: '0.00000000' });
    await context.close();
    await other.client.call(calls.trade.cancelAll, {});
  },
);

async function openOf({ client }: Customer): Promise<readonly Order[]> {
  return (await client.call(calls.trade.openOrders, { limit: 10 })).items;
}

/** The coin account, as the assets page shows it. */
async function balanceOf({ client }: Customer, coin: string) {
  const { accounts } = await client.call(calls.assets.overview, {});
  const found = accounts.coin.find((each) => each.coin === coin);
  return { total: Number(found?.total).toFixed(8), frozen: Number(found?.frozen).toFixed(8) };
}
