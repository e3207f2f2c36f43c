import type { Lang } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { registerByApi, type ApiCustomer } from './harness/api-customer.ts';
import { chartTexts } from './harness/chart-page.ts';
import { newCustomer } from './harness/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { openTradePage, orderSheetTexts, tradeTexts, type TradePage } from './harness/trade-page.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let other: ApiCustomer;

beforeAll(async () => {
  exchange = await startExchange();
  browser = await launchBrowser(inject('browserPath'));
  other = await registerByApi(exchange.url, 'other@example.com');
  await other.receive('USDT', '40000');
  await other.receive('BTC', '0.5');
});

afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

const btc = { symbol: 'BTC/USDT', type: 'limit', quantity: '0.01' } as const;

/** Trades at this price, which becomes the last price. */
async function tradeAt(price: string): Promise<void> {
  await other.place({ ...btc, side: 'sell', price });
  await buyAt(price);
}

async function buyAt(price: string): Promise<void> {
  const buyer = await registerByApi(exchange.url, `buyer-${price}-${Math.random()}@example.com`);
  await buyer.receive('USDT', '5000');
  await buyer.place({ ...btc, side: 'buy', price });
}

async function trader(lang: Lang, name = 'trader'): Promise<TradePage & Pick<ApiCustomer, 'receive'>> {
  const { token, email, receive } = await registerByApi(exchange.url, `${name}-${lang}@example.com`);
  await receive('USDT', '40000');
  await receive('BTC', '0.1');
  const customer = await newCustomer({ browser, url: exchange.url, lang, email });
  const entry = JSON.stringify({ token });
  await customer.context.addInitScript((stored) => localStorage.setItem('user-token', stored), entry);
  return { ...(await openTradePage(customer, 'BTC/USDT')), receive };
}

describe.each(['zh', 'en'] as const)('in %s', (lang) => {
  const t = tradeTexts[lang];
  const onSheet = orderSheetTexts[lang];

  test('a stop order waits and triggers, an iceberg order shows a part of its quantity, and all are cancelled together', async () => {
    await tradeAt('90000');
    const { page, openOrders } = await trader(lang);
    const send = async (): Promise<void> => {
      await page.getByRole('button', { name: t.buyCoin('BTC'), exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: onSheet.confirmBuy, exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    };

    await page.getByRole('button', { name: t.advanced }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: new RegExp(`^${t.kindsShort.stopLimit}`) }).click();
    await sheet.getByRole('button', { name: onSheet.done, exact: true }).click();
    await page.getByLabel(t.stopPrice('USDT'), { exact: true }).fill('90500');
    await page.getByLabel(t.price('USDT'), { exact: true }).fill('90600');
    await page.getByLabel(t.quantity('BTC'), { exact: true }).fill('0.01');
    await page.getByRole('button', { name: t.buyCoin('BTC'), exact: true }).click();
    await expect.poll(() => page.getByText(t.rising('90,500.0')).count()).toBe(1);
    await page.getByRole('dialog').getByRole('button', { name: onSheet.confirmBuy, exact: true }).click();
    await expect.poll(() => openOrders().getByText(t.waiting).count()).toBe(1);
    await other.place({ ...btc, side: 'sell', price: '90600' });
    await tradeAt('90500');
    await expect.poll(() => openOrders().count()).toBe(0);
    await page.getByRole('tab', { name: t.history, exact: true }).click();
    await expect.poll(() => page.getByTestId('order-row').getByText(t.state.filled).count()).toBe(1);
    await page.getByRole('tab', { name: t.openOrders(0), exact: true }).click();

    await page.getByRole('button', { name: t.advanced }).click();
    await sheet.getByRole('button', { name: new RegExp(`^${t.kindsShort.limit}`) }).click();
    await sheet.getByRole('radio', { name: onSheet.untilDate, exact: true }).click();
    await sheet.getByRole('switch', { name: t.iceberg }).click();
    await sheet.getByLabel(onSheet.visible('BTC'), { exact: true }).fill('0.002');
    await sheet.getByRole('button', { name: onSheet.done, exact: true }).click();
    await page.getByLabel(t.price('USDT'), { exact: true }).fill('85000');
    await page.getByLabel(t.quantity('BTC'), { exact: true }).fill('0.01');
    await send();
    await expect.poll(() => openOrders().getByText(t.iceberg).count()).toBe(1);
    const shown = page.getByTestId('book-bid-row').first();
    await expect.poll(() => shown.getAttribute('data-quantity')).toMatch(/^0\.002/);
    await page.getByLabel(t.quantity('BTC'), { exact: true }).fill('0.02');
    await send();
    await expect.poll(() => openOrders().count()).toBe(2);

    await page.getByRole('button', { name: t.cancelAll, exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: t.cancelAll, exact: true }).click();
    await expect.poll(() => openOrders().count()).toBe(0);
    await expect.poll(() => page.getByText(t.cancelAllDone(2)).count()).toBe(1);
  });

  test('an order with an ambiguous comma in its price is not sent', async () => {
    const { page } = await trader(lang, 'comma');
    const price = page.getByLabel(t.price('USDT'), { exact: true });
    const why = page.getByText(t.faults.malformed);
    await price.fill('12,000');
    await page.getByLabel(t.quantity('BTC'), { exact: true }).fill('0.01');
    expect(await price.inputValue()).toBe('12,000');
    await page.getByRole('button', { name: t.buyCoin('BTC'), exact: true }).click();
    await why.waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await price.fill('12000');
    await why.waitFor({ state: 'hidden' });
    await page.getByLabel(t.quantity('BTC'), { exact: true }).focus();
    expect(await price.inputValue()).toBe('12,000.0');
  });

  test('a confirmed order is sent as confirmed despite later input, and reported once even after leaving the page', async () => {
    await tradeAt('90000');
    const { page, receive } = await trader(lang, 'steady');
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const sent: unknown[] = [];
    await page.route('**/api/trade/create.html', async (route) => {
      sent.push(route.request().postDataJSON());
      await answered;
      await route.continue();
    });
    const go = (path: string) => page.evaluate(`location.hash = '#/${path}'`);

    await page.getByRole('radio', { name: t.sell, exact: true }).click();
    await page.getByLabel(t.price('USDT'), { exact: true }).fill('95000');
    await page.getByRole('button', { name: t.percentOf(100), exact: true }).click();
    await page.getByRole('button', { name: t.sellCoin('BTC'), exact: true }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: onSheet.confirmSell, exact: true });
    await confirm.waitFor();
    await receive('BTC', '0.05');
    await expect.poll(() => page.getByText(/0\.15/).count()).toBeGreaterThan(0);
    await confirm.click();
    await expect
      .poll(() => sent)
      .toMatchObject([{ side: 'sell', price: '95000.0', quantity: expect.stringMatching(/^0\.10*$/) as string }]);

    // Opening another market while the order is in flight sends nothing else and reports no loss.
    await go('pages/home/trade?symbol=ETH/USDT');
    const buy = page.getByRole('button', { name: t.buyCoin('ETH'), exact: true });
    await buy.waitFor();
    expect(await buy.getAttribute('aria-busy')).toBe('true');
    answer();
    await expect.poll(() => buy.getAttribute('aria-busy')).not.toBe('true');
    expect([sent.length, await page.getByText(t.neverArrived).count()]).toEqual([1, 0]);

    // The chart's button starts an order on its side, replacing an earlier draft.
    await go('pages/transfer/kline?symbol=BTC/USDT');
    await page.getByRole('button', { name: chartTexts[lang].buy, exact: true }).click();
    await expect.poll(() => page.getByRole('radio', { name: t.buy, exact: true }).isChecked()).toBe(true);
    await page.context().close();
  });

  test('an OCO pair takes profit or stops the loss, and one order cancels the other', async () => {
    await tradeAt('90000');
    const { page, openOrders } = await trader(lang, 'pair');
    await page.getByRole('radio', { name: t.sell, exact: true }).click();
    await page.getByRole('button', { name: t.advanced }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: t.kindsShort.pair }).click();
    await sheet.getByRole('button', { name: onSheet.done, exact: true }).click();

    const [profit, trigger] = [t.profitPrice('USDT'), t.stopPrice('USDT')].map((name) =>
      page.getByLabel(name, { exact: true }),
    );
    await profit?.fill('89000');
    await trigger?.fill('89500');
    await page.getByLabel(t.quantity('BTC'), { exact: true }).fill('0.01');
    await page.getByRole('button', { name: t.sellCoin('BTC'), exact: true }).click();
    await expect.poll(() => page.getByText(t.faults.pairAbove).count()).toBe(1);
    await profit?.fill('91000');
    await page.getByRole('button', { name: t.sellCoin('BTC'), exact: true }).click();
    await sheet.getByText(orderSheetTexts[lang].willPair).waitFor();
    await sheet.getByRole('button', { name: onSheet.confirmSell, exact: true }).click();
    await expect.poll(() => openOrders().count()).toBe(2);
    await expect.poll(() => openOrders().getByText('OCO').count()).toBe(1);

    await buyAt('91000');
    await expect.poll(() => openOrders().count()).toBe(0);
    await page.getByRole('tab', { name: t.history, exact: true }).click();
    const past = page.getByTestId('order-row');
    await expect.poll(() => past.getByText(t.state.filled).count()).toBe(1);
    await expect.poll(() => past.getByText(t.state.cancelled).count()).toBe(1);
  });
});
