import { calls, type Lang } from '@fft/contract';
import type { Browser, Locator, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMail, registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import { chartTexts } from './harness/pages/chart-page.ts';
import { newCustomer } from './harness/people/customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { passMinute } from './harness/exchange/movable-clock.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import {
  marketStateTexts,
  marketTexts as allMarketTexts,
  openTradePage,
  orderSheetTexts,
  tradeTexts,
  type TradePage,
} from './harness/pages/trade-page.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let other: ApiCustomer;

beforeAll(async () => {
  exchange = await sharedExchange('BTC/USDT', 'LTC/USDT');
  browser = await sharedBrowser();
  other = await registerByApi(exchange.url, newMail('other'));
  await other.receive('USDT', '40000');
  await other.receive('BTC', '0.5');
});

afterAll(async () => {
  await closePages(browser);
});

const btc = { symbol: 'BTC/USDT', type: 'limit', quantity: '0.01' } as const;

/** Trades at this price, which becomes the last price. */
async function tradeAt(price: string): Promise<void> {
  await other.place({ ...btc, side: 'sell', price });
  await buyAt(price);
}

async function buyAt(price: string): Promise<void> {
  const buyer = await registerByApi(exchange.url, newMail('buyer'));
  await buyer.receive('USDT', '5000');
  await buyer.place({ ...btc, side: 'buy', price });
}

interface Trader extends TradePage, Pick<ApiCustomer, 'receive'> {
  /** Cuts the browser off from the exchange, both the socket and the calls. */
  readonly cut: () => Promise<void>;
  readonly mend: () => Promise<void>;
}

async function trader(lang: Lang, name = 'trader', symbol = 'BTC/USDT'): Promise<Trader> {
  const { token, email, receive } = await registerByApi(exchange.url, newMail(name));
  await receive('USDT', '40000');
  await receive('BTC', '0.1');
  const customer = await newCustomer({ browser, url: exchange.url, lang, email, token });
  let isCut = false;
  const sockets: WebSocketRoute[] = [];
  await customer.context.routeWebSocket('**/ws', async (socket) => {
    if (isCut) return socket.close();
    socket.connectToServer();
    sockets.push(socket);
  });
  return {
    ...(await openTradePage(customer, symbol)),
    receive,
    cut: async () => {
      isCut = true;
      await customer.context.route('**/api/**', (route) => route.abort());
      await Promise.all(sockets.map((socket) => socket.close()));
    },
    mend: async () => {
      isCut = false;
      await customer.context.unroute('**/api/**');
    },
  };
}

describe.each(journeyLanguages('zh'))('in %s', (lang) => {
  const t = tradeTexts[lang];
  const onSheet = orderSheetTexts[lang];
  const marketTexts = allMarketTexts[lang];
  const stateTexts = marketStateTexts[lang];

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

  test('the ticket names the range of prices, warns of a crossing price, and shows a market order’s average and slippage', async () => {
    await tradeAt('90000');
    const { page } = await trader(lang, 'careful');
    const sheet = page.getByRole('dialog');
    const price = page.getByLabel(t.price('USDT'), { exact: true });
    const advice = page.getByTestId('order-advice');
    await price.fill('120000');
    await page.getByLabel(t.quantity('BTC'), { exact: true }).fill('0.01');
    await advice.getByText(onSheet.bandWarning('72,000.0', '108,000.0')).waitFor();
    await page.getByRole('button', { name: t.buyCoin('BTC'), exact: true }).click();
    await page.getByText(t.faults.outsideBand('72,000.0', '108,000.0'), { exact: true }).waitFor();
    expect(await sheet.count()).toBe(0);

    await other.place({ ...btc, side: 'sell', price: '90100' });
    await other.place({ ...btc, side: 'sell', price: '91001' });
    await price.fill('92803');
    await advice.getByText(onSheet.crosses('buy', '3.00%', '90,100.0')).waitFor();

    await page.getByLabel(t.type, { exact: true }).selectOption('market');
    await page.getByLabel(t.measure, { exact: true }).selectOption('quantity');
    await page.getByLabel(t.quantity('BTC'), { exact: true }).fill('0.02');
    await page.getByText('≈ 90,550.500', { exact: true }).waitFor();
    await page.getByText('≈ 0.50%', { exact: true }).waitFor();
    await page.getByRole('button', { name: t.buyCoin('BTC'), exact: true }).click();
    await sheet.getByText('≈ 90,550.500 USDT', { exact: true }).waitFor();
    await sheet.getByText('≈ 0.50%', { exact: true }).waitFor();
    await sheet.getByRole('button', { name: onSheet.confirmBuy, exact: true }).click();
    await sheet.waitFor({ state: 'hidden' });
    await page.context().close();
  });

  test('a halt turns the buttons off at once, with its reason and end, in the ticket, the chart and the lists; they come back by themselves', async () => {
    const [base, symbol] = ['LTC', 'LTC/USDT'];
    await other.receive(base, '100');
    const buyer = await registerByApi(exchange.url, newMail('halter'));
    await buyer.receive('USDT', '9000');
    const meet = async (price: string) => {
      const order = { symbol, type: 'limit', quantity: '10', price } as const;
      await other.place({ ...order, side: 'sell' });
      await buyer.place({ ...order, side: 'buy' });
    };
    await meet('100');
    const { page } = await trader(lang, 'halted', symbol);
    const buy = page.getByRole('button', { name: t.buyCoin(base), exact: true });
    await buy.waitFor();
    expect(await buy.getAttribute('aria-disabled')).toBeNull();
    const lists = await page.context().newPage();
    await lists.goto(`${exchange.url}/#/pages/transfer/kline?symbol=${symbol}`);
    await lists.getByTestId('chart-last').waitFor();
    // The stream alone says it: the list of markets is read once in a while.
    await page.route(`**${calls.market.list.path}*`, (route) => route.abort());
    // More than ten per cent within a minute.
    await meet('112');
    await expect.poll(() => buy.getAttribute('aria-disabled')).toBe('true');
    const banner = page.getByRole('status').filter({ hasText: stateTexts.titles.halted });
    await banner.getByText(/\d\d:\d\d:\d\d/).waitFor();
    await page.getByText(marketTexts.states.halted, { exact: true }).waitFor();
    await page.getByRole('button', { name: t.openMarkets(symbol), exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: base }).getByText(marketTexts.states.halted).waitFor();
    await page.keyboard.press('Escape');
    await lists.getByRole('status').filter({ hasText: stateTexts.titles.halted }).waitFor();
    await lists.goto(`${exchange.url}/#/pages/home/market`);
    await lists.getByRole('link', { name: base }).getByText(marketTexts.states.halted).waitFor();
    // The halt lasts half a minute. The auction after it takes limit orders.
    await passMinute(exchange);
    await expect.poll(() => buy.getAttribute('aria-disabled')).toBeNull();
    await page.getByRole('status').filter({ hasText: stateTexts.titles.auction }).waitFor();
    await page.context().close();
  });

  test('without the server the buttons are off, the confirmation still opens, and both come back by themselves', async () => {
    await tradeAt('90000');
    const { page, cut, mend } = await trader(lang, 'offline');
    const buy = page.getByRole('button', { name: t.buyCoin('BTC'), exact: true });
    const isOff = (button: Locator) => button.getAttribute('aria-disabled');
    await page.getByLabel(t.price('USDT'), { exact: true }).fill('80000');
    await page.getByLabel(t.quantity('BTC'), { exact: true }).fill('0.01');
    // The dialogs' code is loaded a second after the page.
    await page.waitForTimeout(1500);
    await page.route('**/assets/**', (route) => route.abort());
    await buy.click();
    const sheet = page.getByRole('dialog');
    const confirm = sheet.getByRole('button', { name: onSheet.confirmBuy, exact: true });
    await confirm.waitFor();
    await cut();
    await expect.poll(() => isOff(confirm)).toBe('true');
    await sheet.getByRole('button', { name: t.cancel, exact: true }).click();
    await expect.poll(() => isOff(buy)).toBe('true');
    await mend();
    await expect.poll(() => isOff(buy), { timeout: 30_000 }).toBeNull();
    await buy.click();
    await confirm.click();
    await expect.poll(() => page.getByTestId('order-row').count()).toBe(1);
    await page.context().close();
  });
});
