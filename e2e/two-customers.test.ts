import { mkdirSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { openAssetsPage, type AssetsPage } from './harness/pages/assets-page.ts';
import { logIn, newCustomer, register, type Customer } from './harness/people/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { openTradePage, type TradePage } from './harness/pages/trade-page.ts';

const symbol = 'BTC/USDT';
/** No one else trades, so that every number is known. */
const alone = { MAKER: 'off' };
let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await startExchange({ env: alone });
  browser = await sharedBrowser();
});

afterAll(async () => {
  await closePages(browser);
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

/** A customer with two tabs: one trades, the other shows the assets. */
interface Trader {
  readonly customer: Customer;
  readonly assets: AssetsPage;
  readonly trade: TradePage;
}

async function arrive(
  lang: 'zh' | 'en',
  email: string,
  coins: readonly [coin: string, amount: string],
): Promise<Trader> {
  const customer = await newCustomer({ browser, url: exchange.url, lang, email });
  await register(customer);
  const assets = await openAssetsPage(customer);
  await assets.receive(...coins);
  return { customer, assets, trade: await openTradePage(customer, symbol) };
}

/** Waits until the assets tab, never reloaded, shows `usable + frozen` of each coin. */
async function expectBalances(trader: Trader, balances: Readonly<Record<string, string>>): Promise<void> {
  for (const [coin, expected] of Object.entries(balances)) {
    await expect
      .poll(async () => {
        const { usable, frozen } = await trader.assets.balance(coin);
        return `${coin} ${usable} + ${frozen}`;
      })
      .toBe(`${coin} ${expected}`);
  }
}

async function expectBook(
  trader: Trader,
  book: { readonly bid: readonly string[]; readonly ask: readonly string[] },
): Promise<void> {
  for (const side of ['bid', 'ask'] as const) await expect.poll(() => trader.trade.book(side)).toEqual(book[side]);
}

function picturesOnFailure({ onTestFailed }: TestContext, traders: readonly Trader[]): void {
  onTestFailed(async () => {
    mkdirSync('test-results', { recursive: true });
    for (const { customer, assets, trade } of traders) {
      await trade.page.screenshot({ path: `test-results/${customer.lang}-trade.png` });
      await assets.page.screenshot({ path: `test-results/${customer.lang}-assets.png` });
    }
  });
}

test('two customers trade in their own languages, and a crash in between loses nothing', async (context) => {
  const seller = await arrive('zh', 'seller@example.com', ['BTC', '1']);
  const buyer = await arrive('en', 'buyer@example.com', ['USDT', '50000']);
  const both = [seller, buyer];
  picturesOnFailure(context, both);
  const loads = both.map(({ customer }) => customer.loads());
  await expectBalances(seller, { BTC: '1 + 0' });
  await expectBalances(buyer, { USDT: '50000 + 0' });

  // A sell limit order rests: its coins are frozen, and both customers see it in the book.
  await seller.trade.placeLimit({ side: 'sell', price: '61234.5', quantity: '0.54321' });
  for (const trader of both) await expectBook(trader, { bid: [], ask: ['61234.5 × 0.54321'] });
  await expectBalances(seller, { BTC: '0.45679 + 0.54321' });

  // A limit order buys a part. 0.12345 × 61234.5 = 7559.399025; the buyer pays 0.1 % of 0.12345 BTC,
  // the seller 0.08 % of 7559.399025 USDT, rounded up to 6.04752.
  await buyer.trade.placeLimit({ side: 'buy', price: '61234.5', quantity: '0.12345' });
  for (const trader of both) await expectBook(trader, { bid: [], ask: ['61234.5 × 0.41976'] });
  await expectBalances(buyer, { USDT: '42440.600975 + 0', BTC: '0.12332655 + 0' });
  await expectBalances(seller, { USDT: '7553.351505 + 0', BTC: '0.45679 + 0.41976' });

  // A market order buys the rest. 0.41976 × 61234.5 = 25703.79372; fees 0.00041976 BTC and 20.563035 USDT (20.563034976 rounded up).
  await buyer.trade.buyForAmount('25703.79372');
  for (const trader of both) await expectBook(trader, { bid: [], ask: [] });
  await expectBalances(buyer, { USDT: '16736.807255 + 0', BTC: '0.54266679 + 0' });
  await expectBalances(seller, { USDT: '33236.58219 + 0', BTC: '0.45679 + 0' });

  // An order rests while the server is killed; it survives, and the tabs show it again without a reload.
  await buyer.trade.placeLimit({ side: 'buy', price: '60000.1', quantity: '0.1' });
  await expectBalances(buyer, { USDT: '10736.797255 + 6000.01' });
  const { port, dataDir, databaseUrl } = exchange;
  await exchange.kill();
  exchange = await startExchange({
    port,
    dataDir,
    env: { ...alone, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) },
  });
  for (const trader of both) await expectBook(trader, { bid: ['60000.1 × 0.1'], ask: [] });
  await expectBalances(buyer, { USDT: '10736.797255 + 6000.01', BTC: '0.54266679 + 0' });
  await expectBalances(seller, { USDT: '33236.58219 + 0', BTC: '0.45679 + 0' });
  await expect.poll(() => buyer.trade.openOrders().count()).toBe(1);

  // Cancelling unfreezes the funds.
  await buyer.trade.cancelOnlyOrder();
  for (const trader of both) await expectBook(trader, { bid: [], ask: [] });
  await expectBalances(buyer, { USDT: '16736.807255 + 0' });

  // The history shows averages and fees without a reload.
  const sold = await seller.trade.history();
  await expect.poll(() => sold.allInnerTexts()).toEqual([expect.stringMatching(/61,234\.500 USDT[^]*26\.610555 USDT/)]);
  const bought = await buyer.trade.history();
  await expect
    .poll(() => bought.allInnerTexts())
    .toEqual([
      expect.stringContaining('60,000.1 USDT'),
      expect.stringMatching(/61,234\.500 USDT[^]*0\.00041976 BTC/),
      expect.stringMatching(/61,234\.500 USDT[^]*0\.00012345 BTC/),
    ]);
  expect(both.map(({ customer }) => customer.loads())).toEqual(loads);

  // A new phone without stored data shows everything as well.
  const phone = await newCustomer({ browser, url: exchange.url, lang: 'en', email: buyer.customer.email });
  await logIn(phone);
  const elsewhere = { customer: phone, assets: await openAssetsPage(phone), trade: await openTradePage(phone, symbol) };
  await expectBalances(elsewhere, { USDT: '16736.807255 + 0', BTC: '0.54266679 + 0' });
  const there = await elsewhere.trade.history();
  await expect.poll(() => there.count()).toBe(3);
});
