import { calls } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testLimits } from '../../../testing/test-accounts.ts';
import { askBinance, queryOf, type Query } from '../../../testing/test-binance.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';
import { connectWsApi, type TestWsApi } from '../../../testing/test-ws-api.ts';

/** A Wednesday. */
const begin = Date.parse('2026-11-25T10:00:30Z');
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const clock = { time: begin };
let exchange: TestExchange;
let seller: TestCustomer;
let buyer: TestCustomer;
let api: TestWsApi;

beforeAll(async () => {
  // Sessions outlive the hours that this test skips.
  const session = { ...testLimits.session, idleMs: 24 * hourMs, longestMs: 24 * hourMs };
  exchange = await startTestExchange({}, () => clock.time, { ...testLimits, session });
  seller = await exchange.register('seller');
  buyer = await exchange.register('buyer');
  await seller.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
  await buyer.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '90000' });
  api = await connectWsApi(exchange.url);
  // Three sweeps of two fills each: within a minute, an hour later, and two hours after that.
  await sweep('97000', '97010');
  clock.time += hourMs;
  await sweep('97020', '97020');
  clock.time += 2 * hourMs;
  await sweep('96990', '97030');
  await order(buyer, 'buy', '96000', '0.001');
  await order(seller, 'sell', '98000', '0.002');
});
afterAll(async () => {
  api.socket.close();
  await exchange.stop();
});

let orders = 0;
async function order(by: TestCustomer, side: 'buy' | 'sell', price: string, quantity: string): Promise<void> {
  orders += 1;
  const clientOrderId = `data-${orders}`;
  await by.call(calls.trade.create, { symbol: 'BTC/USDT', type: 'limit', side, price, quantity, clientOrderId });
}

/** One order buys from two at these prices. */
async function sweep(first: string, second: string): Promise<void> {
  await order(seller, 'sell', first, '0.001');
  await order(seller, 'sell', second, '0.001');
  await order(buyer, 'buy', second, '0.002');
}

async function get(path: string, query: Query = {}): Promise<unknown> {
  const { status, body } = await askBinance(exchange.url, path, { query: queryOf(query) });
  expect([status, body]).toEqual([200, body]);
  return body;
}
const symbol = 'BTCUSDT';

/** The answer of REST, which the WebSocket API gives as well. */
async function both(path: string, method: string, query: Query): Promise<unknown> {
  const body = await get(path, query);
  const answer = await api.ask(method, query);
  expect(answer.result).toEqual(body);
  return body;
}

describe('trades', () => {
  const ids = (rows: unknown): unknown[] => (rows as { id: number }[]).map(({ id }) => id);

  test('are numbered from 1 on, and read from a number', async () => {
    expect(ids(await both('/api/v3/historicalTrades', 'trades.historical', { symbol }))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(ids(await get('/api/v3/historicalTrades', { symbol, fromId: 3, limit: 2 }))).toEqual([3, 4]);
    expect(ids(await get('/api/v3/historicalTrades', { symbol, fromId: 100 }))).toEqual([]);
    expect(ids(await get('/api/v3/historicalTrades', { symbol: 'ETHUSDT' }))).toEqual([]);
  });

  test('of one taker at one price are joined, under the number of their first', async () => {
    const all = (await both('/api/v3/aggTrades', 'trades.aggregate', { symbol })) as { a: number }[];
    expect(all.map(({ a }) => a)).toEqual([1, 2, 3, 5, 6]);
    expect(all[2]).toEqual({
      a: 3,
      p: '97020.00000000',
      q: '0.00200000',
      f: 3,
      l: 4,
      T: begin + hourMs,
      m: false,
      M: true,
    });
    const found = async (query: Query) =>
      ((await get('/api/v3/aggTrades', { symbol, ...query })) as { a: number }[]).map(({ a }) => a);
    expect(await found({ limit: 2 })).toEqual([5, 6]);
    expect(await found({ fromId: 2, limit: 2 })).toEqual([2, 3]);
    // Trade 4 belongs to the aggregate that began with 3.
    expect(await found({ fromId: 4 })).toEqual([5, 6]);
    expect(await found({ startTime: begin + 1, endTime: begin + hourMs })).toEqual([3]);
    expect(await found({ startTime: (begin + 1) * 1_000 })).toEqual([3, 5, 6]);
    expect(await found({ endTime: begin })).toEqual([1, 2]);
    const mixed = await askBinance(exchange.url, '/api/v3/aggTrades', { query: 'symbol=BTCUSDT&fromId=1&endTime=9' });
    expect(mixed.body).toMatchObject({ code: -1128 });
  });
});

describe('klines', () => {
  type Row = (string | number)[];
  const rows = async (interval: string, query: Query = {}) =>
    (await get('/api/v3/klines', { symbol, interval, ...query })) as Row[];
  const minute = begin - 30_000;

  test('of a minute have twelve columns, and flat ones between trades', async () => {
    const found = (await both('/api/v3/klines', 'klines', { symbol, interval: '1m', startTime: 0, limit: 2 })) as Row[];
    expect(found).toEqual([
      [
        minute,
        '97000.00000000',
        '97010.00000000',
        '97000.00000000',
        '97010.00000000',
        '0.00200000',
        minute + minuteMs - 1,
        '194.01000000',
        2,
        '0.00200000',
        '194.01000000',
        '0',
      ],
      [
        minute + minuteMs,
        ...Array<string>(4).fill('97010.00000000'),
        '0.00000000',
        minute + 2 * minuteMs - 1,
        '0.00000000',
        0,
        '0.00000000',
        '0.00000000',
        '0',
      ],
    ]);
    expect(await get('/api/v3/uiKlines', { symbol, interval: '1m', startTime: 0, limit: 2 })).toEqual(found);
    expect(await rows('1m', { endTime: minute })).toEqual(found.slice(0, 1));
    expect(await rows('1m', { startTime: minute + 1, limit: 1 })).toEqual(found.slice(1));
    expect((await rows('1m')).length).toBe(181);
    expect(await rows('1m', { startTime: clock.time + hourMs })).toEqual([]);
  });

  test.each([
    ['1s', begin, 1, 500],
    ['3m', Date.parse('2026-11-25T10:00:00Z'), 180_000, 61],
    ['2h', Date.parse('2026-11-25T10:00:00Z'), 2 * hourMs, 2],
    ['6h', Date.parse('2026-11-25T06:00:00Z'), 6 * hourMs, 2],
    ['12h', Date.parse('2026-11-25T00:00:00Z'), 12 * hourMs, 2],
    ['1d', Date.parse('2026-11-25T00:00:00Z'), 24 * hourMs, 1],
    ['3d', Date.parse('2026-11-24T00:00:00Z'), 72 * hourMs, 1],
    ['1w', Date.parse('2026-11-23T00:00:00Z'), 168 * hourMs, 1],
    ['1M', Date.parse('2026-11-01T00:00:00Z'), 30 * 24 * hourMs, 1],
  ])('of %s begin where they should, and have all trades', async (interval, first, length, count) => {
    const found = await rows(interval, { startTime: 0 });
    expect(found.length).toBe(count);
    expect(found[0]?.[0]).toBe(interval === '1s' ? Math.floor(first / 1_000) * 1_000 : first);
    expect(found[0]?.[6]).toBe(Number(found[0]?.[0]) + (interval === '1s' ? 1_000 : length) - 1);
    const whole = interval === '1s' ? await rows('1s', { startTime: begin + hourMs, limit: 1 }) : found;
    const trades = whole.reduce((sum, row) => sum + Number(row[8]), 0);
    expect(trades).toBe(interval === '1s' ? 2 : 6);
  });

  test('of a day begin at midnight of the time zone', async () => {
    const [east] = await rows('1d', { startTime: 0, timeZone: '8' });
    expect(east?.[0]).toBe(Date.parse('2026-11-24T16:00:00Z'));
    const [west] = await rows('1d', { startTime: 0, timeZone: '-1:30' });
    expect(west?.[0]).toBe(Date.parse('2026-11-25T01:30:00Z'));
    expect(west?.[8]).toBe(6);
  });
});

describe('prices', () => {
  test('the ticker of 24 hours has all figures, for one market, some, or all', async () => {
    const one = await both('/api/v3/ticker/24hr', 'ticker.24hr', { symbol });
    expect(one).toEqual({
      symbol,
      priceChange: '30.00000000',
      priceChangePercent: '0.030',
      weightedAvgPrice: '97011.66700000',
      prevClosePrice: '97000.00000000',
      lastPrice: '97030.00000000',
      lastQty: '0.00100000',
      bidPrice: '96000.00000000',
      bidQty: '0.00100000',
      askPrice: '98000.00000000',
      askQty: '0.00200000',
      openPrice: '97000.00000000',
      highPrice: '97030.00000000',
      lowPrice: '96990.00000000',
      volume: '0.00600000',
      quoteVolume: '582.07000000',
      openTime: expect.any(Number) as number,
      closeTime: clock.time,
      firstId: 1,
      lastId: 6,
      count: 6,
    });
    expect(await get('/api/v3/ticker/24hr', { symbols: '["BTCUSDT"]' })).toEqual([one]);
    const all = (await get('/api/v3/ticker/24hr')) as { symbol: string; count: number; lastPrice: string }[];
    expect(all.length).toBe((await exchange.anonymous.call(calls.market.list, {})).length);
    expect(all.find((each) => each.symbol === 'ETHUSDT')).toMatchObject({
      count: 0,
      firstId: -1,
      lastPrice: '0.00000000',
    });
    const mini = await get('/api/v3/ticker/24hr', { symbol, type: 'MINI' });
    expect(Object.keys(mini as object)).toEqual([
      'symbol',
      'openPrice',
      'highPrice',
      'lowPrice',
      'lastPrice',
      'volume',
      'quoteVolume',
      'openTime',
      'closeTime',
      'firstId',
      'lastId',
      'count',
    ]);
  });

  test('windows count back from now, days from midnight', async () => {
    expect(await both('/api/v3/ticker', 'ticker', { symbol, windowSize: '1m' })).toMatchObject({
      openPrice: '96990.00000000',
      count: 2,
      firstId: 5,
      lastId: 6,
    });
    expect(await get('/api/v3/ticker', { symbol, windowSize: '3h' })).toMatchObject({ count: 4, firstId: 3 });
    expect(await get('/api/v3/ticker', { symbols: '["BTCUSDT"]', windowSize: '7d' })).toMatchObject([
      { count: 6, openPrice: '97000.00000000', highPrice: '97030.00000000' },
    ]);
    expect(await both('/api/v3/ticker/tradingDay', 'ticker.tradingDay', { symbol })).toMatchObject({
      openTime: Date.parse('2026-11-25T00:00:00Z'),
      closeTime: Date.parse('2026-11-26T00:00:00Z') - 1,
      count: 6,
    });
  });

  test('the last, the best and the average price', async () => {
    expect(await both('/api/v3/ticker/price', 'ticker.price', { symbol })).toEqual({ symbol, price: '97030.00000000' });
    expect(await both('/api/v3/ticker/bookTicker', 'ticker.book', { symbol })).toEqual({
      symbol,
      bidPrice: '96000.00000000',
      bidQty: '0.00100000',
      askPrice: '98000.00000000',
      askQty: '0.00200000',
    });
    expect(await both('/api/v3/avgPrice', 'avgPrice', { symbol })).toEqual({
      mins: 5,
      price: '97010.00000000',
      closeTime: clock.time,
    });
    const all = (await get('/api/v3/ticker/price')) as { symbol: string }[];
    expect(all[0]?.symbol).toBe(symbol);
  });

  test.each([
    ['/api/v3/ticker', '', -1128],
    ['/api/v3/ticker', 'symbol=BTCUSDT&windowSize=8d', -1130],
    ['/api/v3/ticker', 'symbol=BTCUSDT&windowSize=0m', -1130],
    ['/api/v3/ticker/24hr', 'symbol=BTCUSDT&type=ALL', -1139],
    ['/api/v3/ticker/price', 'symbol=BTCUSDT&symbolStatus=HALT', -1220],
    ['/api/v3/klines', 'symbol=BTCUSDT&interval=7m', -1120],
    ['/api/v3/klines', 'symbol=BTCUSDT&interval=1d&timeZone=15', -1130],
    ['/api/v3/klines', 'symbol=BTCUSDT&interval=1M&timeZone=5:01', -1130],
    ['/api/v3/uiKlines', 'symbol=BTCUSDT&interval=1M&timeZone=-12:15', -1130],
    ['/api/v3/ticker/tradingDay', 'symbol=BTCUSDT&timeZone=5:50', -1130],
    ['/api/v3/klines', 'symbol=BTCUSDT&interval=1d&startTime=-1', -1100],
  ])('%s?%s is refused with %i', async (path, query, code) => {
    expect(await askBinance(exchange.url, path, { query })).toMatchObject({ status: 400, body: { code } });
  });
});
