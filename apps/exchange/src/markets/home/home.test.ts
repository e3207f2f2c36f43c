import { calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';
import { seedDemoNotices } from '../../content/seeds.ts';
import { seedDemoBanners } from './demo-banners.ts';

let exchange: TestExchange;
let anna: TestCustomer;
let li: TestCustomer;
let orders = 0;

beforeAll(async () => {
  exchange = await startTestExchange();
  anna = await exchange.register('anna', 'en');
  li = await exchange.register('li', 'zh');
  for (const [coin, amount] of [
    ['BTC', '0.2'],
    ['SOL', '100'],
    ['POL', '10000'],
  ] as const) {
    await anna.call(calls.demo.faucet, { requestId: `fund-${coin}`, coin, amount });
  }
  await li.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '100000' });
});
afterAll(() => exchange.stop());

async function trade(symbol: string, price: string, quantity: string): Promise<void> {
  const order = { symbol, type: 'limit', price, quantity } as const;
  await anna.call(calls.trade.create, { ...order, clientOrderId: `home-${++orders}`, side: 'sell' });
  await li.call(calls.trade.create, { ...order, clientOrderId: `home-${++orders}`, side: 'buy' });
}

test('banners and notices are in the caller’s language', async () => {
  const english = await anna.call(calls.home.carousel, {});
  const chinese = await li.call(calls.home.carousel, {});
  expect(english.banners.length).toBeGreaterThan(0);
  expect(english.notices.length).toBeGreaterThan(0);
  const ids = ({ banners, notices }: typeof english) => [...banners, ...notices].map(({ id }) => id);
  expect(ids(chinese)).toEqual(ids(english));
  for (const { title } of [...chinese.banners, ...chinese.notices]) expect(title).toMatch(/[一-鿿]/);
  for (const { title } of [...english.banners, ...english.notices]) expect(title).not.toMatch(/[一-鿿]/);
});

test('seeding keeps banners that an operator changed or a start finds', async () => {
  const database = await createTestDatabase();
  try {
    const { db } = database;
    expect(await db.selectFrom('banners').selectAll().execute()).toEqual([]);
    await Promise.all([seedDemoBanners(db), seedDemoNotices(db, 1)]);
    const seeded = await db.selectFrom('notices').selectAll().execute();
    expect(seeded.length).toBeGreaterThan(0);
    await db.updateTable('banners').set({ title_en: 'changed' }).execute();
    await Promise.all([seedDemoBanners(db), seedDemoNotices(db, 2)]);
    expect(await db.selectFrom('notices').selectAll().execute()).toEqual(seeded);
    const titles = await db.selectFrom('banners').select('title_en').execute();
    expect(new Set(titles.map(({ title_en }) => title_en))).toEqual(new Set(['changed']));
  } finally {
    await database.close();
  }
});

test('markets are ranked by gain, loss and turnover in USDT', async () => {
  await trade('BTC/USDT', '97000', '0.01');
  await trade('BTC/USDT', '97970', '0.001');
  await trade('SOL/USDT', '200', '1');
  await trade('SOL/USDT', '196', '1');
  await trade('POL/USDT', '2', '1000');
  await trade('POL/USDT', '2.1', '10');
  const { featured, gainers, losers, volume } = await exchange.anonymous.call(calls.home.rankings, {});
  const symbols = (tickers: typeof featured) => tickers.map(({ symbol }) => symbol);
  expect(symbols(featured)).toEqual(['POL/USDT', 'BTC/USDT', 'SOL/USDT']);
  expect(gainers.map(({ symbol, change }) => [symbol, change])).toEqual([
    ['POL/USDT', '0.050000'],
    ['BTC/USDT', '0.010000'],
  ]);
  expect(losers.map(({ symbol, change }) => [symbol, change])).toEqual([['SOL/USDT', '-0.020000']]);
  expect(volume).toHaveLength(10);
  expect(symbols(volume).slice(0, 3)).toEqual(['POL/USDT', 'BTC/USDT', 'SOL/USDT']);
  // 0.01 × 97,000 and 0.001 × 97,970, not the volume at the last price.
  expect(volume[1]).toMatchObject({ turnover: '1067.970000', turnoverUsdt: '1067.970000' });
});

test('a market’s turnover is worth the same in every list, in USDT', async () => {
  await anna.call(calls.demo.faucet, { requestId: 'fund-ETH', coin: 'ETH', amount: '1' });
  await trade('ETH/BTC', '0.035', '0.1');
  const { volume } = await exchange.anonymous.call(calls.home.rankings, {});
  const all = await exchange.anonymous.call(calls.market.tickers, {});
  const menu = await exchange.anonymous.call(calls.trade.marketGroups, {});
  const lists = [volume, all, menu.flatMap(({ items }) => items)];
  const found = lists.map((tickers) => tickers.find(({ symbol }) => symbol === 'ETH/BTC'));
  // 0.0035 BTC at the last price of BTC/USDT.
  expect(found.map((ticker) => [ticker?.turnover, ticker?.turnoverUsdt])).toEqual(
    lists.map(() => ['0.00350000', '342.895000']),
  );
});
