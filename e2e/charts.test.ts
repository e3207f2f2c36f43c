import { calls, type Lang } from '@fft/contract';
import type { Browser, BrowserContext, WebSocketRoute } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newMail, registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import { chartTexts, coinTexts, drawn, drawnAgain, green, middleOf, pixels, red } from './harness/pages/chart-page.ts';
import { chartTextsOf, distanceOf, overprinted, watchLetters } from './harness/measures/chart-labels.ts';
import { focusUnderToast, toastOver } from './harness/measures/covered.ts';
import { newCustomer, type Customer } from './harness/people/customer.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { tradeTexts } from './harness/pages/trade-page.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let seller: ApiCustomer;
let buyer: ApiCustomer;

beforeAll(async () => {
  exchange = await sharedExchange('LTC/USDT', 'POL/USDT', 'ETH/USDT', 'SOL/USDT', 'BTC/USDT');
  browser = await sharedBrowser();
  seller = await registerByApi(exchange.url, newMail('seller'));
  buyer = await registerByApi(exchange.url, newMail('buyer'));
  await seller.receive('LTC', '100');
  await seller.receive('POL', '1000');
  await buyer.receive('USDT', '50000');
});

afterEach(() => closePages(browser));

/** Makes one trade between the two customers at a price. */
async function trade(symbol: string, price: string, quantity = '1.0000'): Promise<void> {
  const order = { symbol, type: 'limit', price, quantity } as const;
  await seller.place({ ...order, side: 'sell' });
  await buyer.place({ ...order, side: 'buy' });
}

async function reader(lang: Lang, token?: string): Promise<Customer> {
  const customer = await newCustomer({ browser, url: exchange.url, lang, email: newMail('reader') });
  if (token !== undefined) {
    await customer.context.addInitScript(
      (entry) => localStorage.setItem('user-token', entry),
      JSON.stringify({ token }),
    );
  }
  return customer;
}

/** Cuts a browser context off from the exchange, both the socket and calls. */
async function cutter(context: BrowserContext): Promise<() => Promise<void>> {
  let isCut = false;
  const sockets: WebSocketRoute[] = [];
  await context.routeWebSocket('**/ws', async (socket) => {
    if (isCut) return socket.close();
    socket.connectToServer();
    sockets.push(socket);
  });
  return async () => {
    isCut = true;
    await context.route('**/api/**', (route) => route.abort());
    await Promise.all(sockets.map((socket) => socket.close()));
  };
}

describe('the simple chart', () => {
  test('appears with the first trade, follows later ones, and uses the customer’s colours', async () => {
    const t = chartTexts.zh;
    const page = await (await reader('zh')).open('pages/transfer/kline?symbol=LTC/USDT');
    await page.getByText(t.noTrades).waitFor();

    await trade('LTC/USDT', '100.00');
    await page.getByText(t.noTrades).waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByTestId('chart-last').innerText()).toBe('100.00');
    expect(await pixels(page, green)).toBe(0);

    await trade('LTC/USDT', '102.00');
    await expect.poll(() => page.getByTestId('chart-last').innerText()).toBe('102.00');
    await expect.poll(() => pixels(page, green)).toBeGreaterThan(50);
    expect(await pixels(page, red)).toBe(0);

    await page.evaluate(
      `localStorage.setItem('up-color', 'red'); dispatchEvent(new StorageEvent('storage', { key: 'up-color' }))`,
    );
    await expect.poll(() => pixels(page, red)).toBeGreaterThan(50);
    expect(await pixels(page, green)).toBe(0);
  });

  test('switches interval and market, and links to buying, selling and the market’s details', async () => {
    const t = chartTexts.en;
    const page = await (await reader('en')).open('pages/transfer/kline?symbol=LTC/USDT');
    await page.getByRole('button', { name: t.views['4h'], exact: true }).click();
    await page.getByRole('img', { name: t.chartOf('LTC/USDT', t.views['4h']) }).waitFor();
    await page.getByRole('tab', { name: t.about }).click();
    await page.getByText(coinTexts.en.coins.LTC.about).waitFor();
    await page.getByRole('link', { name: t.detail }).click();
    await expect.poll(() => page.url()).toContain('/pages/home/deal?symbol=LTC/USDT');
    await page.getByRole('button', { name: t.sell, exact: true }).click();
    await expect.poll(() => page.url()).toContain('/pages/home/trade?symbol=LTC/USDT&side=sell');
    await page.getByRole('button', { name: 'Log in' }).first().waitFor();
  });
});

describe('the professional chart', () => {
  test('keeps a drawing for its market until it is deleted', async () => {
    const t = chartTexts.en;
    await trade('POL/USDT', '2.00000', '100.0');
    const customer = await reader('en');
    const page = await customer.open('pages/transfer/ftf?symbol=LTC/USDT');
    const chart = page.getByRole('img', { name: t.chartOf('LTC/USDT', t.views['1h']) });
    await expect.poll(() => pixels(page, green)).toBeGreaterThan(50);
    await page.getByRole('button', { name: t.drawings.level }).press('Enter');
    // What the page then says covers neither the chart nor a tool that the keyboard reaches.
    expect(await toastOver(page)).toEqual([t.setPoints(1), []]);
    expect(await focusUnderToast(page)).toEqual([]);
    await chart.click({ position: { x: 120, y: 300 } });
    await page.getByRole('toolbar', { name: t.drawings.level }).waitFor();
    await expect.poll(() => pixels(page, drawn)).toBeGreaterThan(300);

    // A right click does not delete the drawing.
    await chart.click({ position: { x: 120, y: 300 }, button: 'right' });
    await drawnAgain(page);
    expect(await pixels(page, drawn)).toBeGreaterThan(300);

    await page.reload();
    await expect.poll(() => pixels(page, drawn)).toBeGreaterThan(300);

    const elsewhere = await customer.open('pages/transfer/ftf?symbol=POL/USDT');
    await elsewhere.getByText('2.00000').first().waitFor();
    expect(await pixels(elsewhere, drawn)).toBe(0);

    await page.getByRole('button', { name: t.clearDrawings }).click();
    await page.getByRole('button', { name: t.clear, exact: true }).click();
    await expect.poll(() => pixels(page, drawn)).toBe(0);
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('chart-drawings'))),
    ).toEqual([]);
  });

  test('adopts drawings that another tab makes on the same market, and keeps those of both', async () => {
    const t = chartTexts.en;
    const customer = await reader('en');
    const [first, second] = [
      await customer.open('pages/transfer/ftf?symbol=LTC/USDT'),
      await customer.open('pages/transfer/ftf?symbol=LTC/USDT'),
    ];
    for (const [page, y] of [
      [first, 250],
      [second, 320],
    ] as const) {
      await expect.poll(() => pixels(page, green)).toBeGreaterThan(50);
      await page.bringToFront();
      await page.getByRole('button', { name: t.drawings.level }).click();
      await page.getByRole('img', { name: t.chartOf('LTC/USDT', t.views['1h']) }).click({ position: { x: 120, y } });
      await page.getByRole('toolbar', { name: t.drawings.level }).waitFor();
    }
    await expect.poll(() => pixels(second, drawn)).toBeGreaterThan(600);
    await second.getByRole('button', { name: t.clearDrawings }).click();
    await second.getByText(t.clearQuestion(2)).waitFor();
    await second.getByRole('button', { name: t.clear, exact: true }).click();
    await first.bringToFront();
    await expect.poll(() => pixels(first, drawn)).toBe(0);
  });

  test('a drawing made before the customer is known is saved for that customer', async () => {
    const t = chartTexts.en;
    const customer = await reader('en', buyer.token);
    const { promise: known, resolve: revealCustomer } = Promise.withResolvers<void>();
    await customer.context.route('**/api/user/read.html*', async (route) => {
      await known;
      await route.continue();
    });
    const page = await customer.open('pages/transfer/ftf?symbol=LTC/USDT');
    const tool = page.getByRole('button', { name: t.drawings.level });
    const chart = page.getByRole('img', { name: t.chartOf('LTC/USDT', t.views['1h']) });
    await expect.poll(() => pixels(page, green)).toBeGreaterThan(50);
    await tool.click();
    await chart.click({ position: { x: 120, y: 300 } });
    revealCustomer();
    await expect
      .poll(async () => {
        if ((await tool.getAttribute('aria-pressed')) !== 'true') await tool.click();
        return tool.getAttribute('aria-pressed');
      })
      .toBe('true');
    await chart.click({ position: { x: 120, y: 300 } });
    await page.getByRole('toolbar', { name: t.drawings.level }).waitFor();
    const keys = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('chart-drawings')));
    expect([keys.length, keys.filter((key) => key.startsWith('chart-drawings - '))]).toEqual([1, []]);
  });

  test('shows my open order and the depth that it creates', async () => {
    const t = chartTexts.en;
    await seller.place({ symbol: 'LTC/USDT', side: 'sell', type: 'limit', price: '101.50', quantity: '2.0000' });
    await buyer.place({ symbol: 'LTC/USDT', side: 'buy', type: 'limit', price: '101.00', quantity: '1.0000' });
    const { context, open } = await reader('en', seller.token);
    const cut = await cutter(context);
    const page = await open('pages/transfer/ftf?symbol=LTC/USDT');
    // The sell order's line is the only red element: every candle rose.
    await expect.poll(() => pixels(page, red)).toBeGreaterThan(100);
    const mark = await middleOf(page, red);
    await page.mouse.click(mark.left + 20, mark.y, { button: 'right' });
    await drawnAgain(page);
    expect(await pixels(page, red)).toBeGreaterThan(100);
    await page.getByRole('button', { name: t.depth }).click();
    await page.getByRole('img', { name: t.depthOf('LTC/USDT') }).waitFor();
    await page.getByText('101.25', { exact: true }).waitFor();
    // Data that the exchange no longer sends is not shown as current.
    await cut();
    await page.getByRole('status').filter({ hasText: t.stale }).waitFor();
  });
});

test.each([
  ['zh', 'kline'],
  ['en', 'ftf'],
] as const)(
  'a waiting stop has a line at its trigger, in %s on the chart %s, and is cancelled there',
  async (lang, chart) => {
    const t = tradeTexts[lang];
    await seller.receive('ETH', '1');
    await trade('ETH/USDT', '3000.00', '0.1000');
    await trade('ETH/USDT', '3060.00', '0.1000');
    const stop = { side: 'sell', type: 'market', quantity: '0.1000', stopPrice: '3030.00' } as const;
    await seller.place({ symbol: 'ETH/USDT', stopDirection: 'falling', ...stop });
    const customer = await reader(lang, seller.token);
    await customer.context.addInitScript(`localStorage.setItem('chart-settings', '{"fills":false}')`);
    const page = await customer.open(`pages/transfer/${chart}?symbol=ETH/USDT`);
    // Every candle rose, and the seller's trades aren't marked: nothing else is red.
    await expect.poll(() => pixels(page, red)).toBeGreaterThan(100);
    const mark = await middleOf(page, red);
    await page.mouse.click(mark.left + 20, mark.y);
    await page.getByRole('alertdialog').getByRole('button', { name: t.cancelConfirm, exact: true }).click();
    await expect.poll(() => pixels(page, red)).toBe(0);
    await page.context().close();
  },
);

describe('labels and legends', () => {
  const symbol = 'SOL/USDT';
  beforeAll(async () => {
    await seller.receive('SOL', '20');
    for (const price of ['200.00', '204.00', '201.00']) await trade(symbol, price);
    // Beside the last price, near each other, and near the highest price.
    for (const price of ['201.05', '201.15', '203.90', '204.00'])
      await seller.place({ symbol, side: 'sell', type: 'limit', price, quantity: '0.1000' });
    await seller.receive('BTC', '0.1');
    for (const price of ['99528.7', '94714.0', '97414.0']) await trade('BTC/USDT', price, '0.01000');
    const order = { symbol: 'BTC/USDT', side: 'sell', quantity: '0.01000' } as const;
    await seller.place({ ...order, type: 'limit', price: '99528.7' });
    await seller.place({ ...order, type: 'market', stopPrice: '94714.0', stopDirection: 'falling' });
  });

  test.each([
    ['zh', 'kline', 390, 844],
    ['zh', 'ftf', 844, 390],
    ['en', 'ftf', 390, 844],
  ] as const)(
    'no label or legend is printed over another, in %s on the chart %s at %i × %i',
    async (lang, chart, width, height) => {
      const customer = await reader(lang, seller.token);
      await watchLetters(customer.context);
      const settings = { view: '1m', main: ['MA', 'EMA', 'BOLL'], sub: ['VOL', 'MACD'] };
      await customer.context.addInitScript(
        (text) => localStorage.setItem('chart-settings', text),
        JSON.stringify(settings),
      );
      const page = await customer.open(`pages/transfer/${chart}?symbol=${symbol}`);
      await page.setViewportSize({ width, height });
      for (const shown of ['201.15', '201.00', '204.00', 'MACD 12 26 9'])
        await expect.poll(() => chartTextsOf(page)).toContain(shown);
      await expect.poll(() => overprinted(page)).toEqual([]);
      // The legends of the candle that is pointed at.
      await page.getByRole('img', { name: chartTexts[lang].chartOf(symbol, chartTexts[lang].views['1m']) }).hover();
      await expect.poll(() => overprinted(page)).toEqual([]);
      await page.context().close();
    },
  );

  test.each(journeyLanguages('zh'))(
    'labels leave room for the legend of own trades, also where those are known before the candles, in %s',
    async (lang) => {
      const customer = await reader(lang, seller.token);
      await watchLetters(customer.context);
      await customer.context.addInitScript(
        `localStorage.setItem('chart-settings', '{"view":"1m","main":["MA","EMA","BOLL"],"sub":["VOL","MACD"]}')`,
      );
      const { promise: known, resolve: know } = Promise.withResolvers<void>();
      await customer.context.route(`**${calls.trade.history.path}*`, async (route) => {
        await route.fulfill({ response: await route.fetch() });
        know();
      });
      await customer.context.route(`**${calls.candles.list.path}*`, async (route) => {
        await known;
        await drawnAgain(route.request().frame().page());
        await route.continue();
      });
      const page = await customer.open(`pages/transfer/kline?symbol=${symbol}`);
      await expect.poll(() => chartTextsOf(page)).toContain('201.15');
      const chart = page.getByRole('img', { name: chartTexts[lang].chartOf(symbol, chartTexts[lang].views['1m']) });
      await chart.hover();
      await expect.poll(() => chartTextsOf(page)).toContain(`${chartTexts[lang].sell} `);
      await expect.poll(() => chartTextsOf(page)).toContain('BOLL 20 2');
      await expect.poll(() => overprinted(page)).toEqual([]);
      await page.context().close();
    },
  );

  /** A small phone, and a phone at 200 % zoom; the price axis is over the candles. */
  test.each([
    ['zh', 320, 568],
    ['en', 195, 422],
  ] as const)(
    'on a small screen, labels and legends leave the axis and the marked prices free, in %s at %i × %i',
    async (lang, width, height) => {
      const customer = await reader(lang, seller.token);
      await watchLetters(customer.context);
      await customer.context.addInitScript(`localStorage.setItem('chart-settings', '{"view":"1m"}')`);
      const page = await customer.open('pages/transfer/kline?symbol=BTC/USDT');
      await page.setViewportSize({ width, height });
      for (const shown of ['99,528.7', '94,714.0', '✕']) await expect.poll(() => chartTextsOf(page)).toContain(shown);
      await expect.poll(() => overprinted(page)).toEqual([]);
      await page.context().close();
    },
  );

  test.each(journeyLanguages('en'))(
    'on a small screen the candles keep their room under three averages and over two panes, in %s',
    async (lang) => {
      const customer = await reader(lang);
      await watchLetters(customer.context);
      const settings = { view: '1m', main: ['MA', 'EMA', 'BOLL'], sub: ['VOL', 'MACD'] };
      await customer.context.addInitScript(
        (text) => localStorage.setItem('chart-settings', text),
        JSON.stringify(settings),
      );
      const page = await customer.open('pages/transfer/kline?symbol=BTC/USDT');
      await page.setViewportSize({ width: 320, height: 568 });
      const chart = page.getByRole('img', { name: chartTexts[lang].chartOf('BTC/USDT', chartTexts[lang].views['1m']) });
      const height = (await chart.boundingBox())?.height ?? 0;
      // From the mark of the highest price to that of the lowest.
      await expect.poll(() => distanceOf(page, '99,528.7', '94,714.0')).toBeGreaterThan(height / 3);
      await expect.poll(() => overprinted(page)).toEqual([]);
      // Every legend is there while a candle is pointed at.
      const texts = async () => (await chartTextsOf(page)).join(' ');
      expect(await texts()).not.toContain('BOLL');
      await chart.hover();
      await expect.poll(texts).toContain('BOLL');
      await page.context().close();
    },
  );

  test.each(journeyLanguages('en'))(
    'in a narrow chart, candles and their marks begin below the further lines of the legends, in %s',
    async (lang) => {
      await seller.receive('ETH', '3');
      for (const price of ['3060.00', '3090.00', '3070.00']) await trade('ETH/USDT', price, '0.1000');
      const customer = await reader(lang);
      await watchLetters(customer.context);
      await customer.context.addInitScript(`localStorage.setItem('chart-settings', '{"view":"1m","main":["MA"]}')`);
      const page = await customer.open('pages/transfer/ftf?symbol=ETH/USDT');
      await page.setViewportSize({ width: 220, height: 800 });
      await expect.poll(() => chartTextsOf(page)).toContain('3,090.00');
      // The candles go to the left, where every line of the legends begins.
      await page.mouse.move(140, 500);
      await page.mouse.down();
      await page.mouse.move(50, 500, { steps: 6 });
      await page.mouse.up();
      await page.mouse.move(20, 20);
      await expect.poll(() => overprinted(page)).toEqual([]);
      // The candle's own prices would need four lines more: they are shown while it is pointed at.
      const ownLetters = async () => (await chartTextsOf(page)).filter((text) => /^[开高低收OHLC] ?$/.test(text));
      expect(await ownLetters()).toEqual([]);
      await page.mouse.move(60, 500);
      await expect.poll(ownLetters).toHaveLength(4);
      await page.context().close();
    },
  );
});
