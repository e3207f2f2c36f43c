import { calls } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askBinance, queryOf, type BinanceRequest, type Query } from '../../../testing/test-binance.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';
import { connectWsApi, type TestWsApi } from '../../../testing/test-ws-api.ts';

let exchange: TestExchange;
let seller: TestCustomer;
let buyer: TestCustomer;
let api: TestWsApi;

beforeAll(async () => {
  exchange = await startTestExchange();
  seller = await exchange.register('seller');
  buyer = await exchange.register('buyer');
  api = await connectWsApi(exchange.url);
  await seller.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
  await buyer.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '90000' });
});
afterAll(async () => {
  api.socket.close();
  await exchange.stop();
});

const ask = (path: string, query: Query = {}, request: BinanceRequest = {}) =>
  askBinance(exchange.url, path, { query: queryOf(query), ...request });

let orders = 0;
async function order(by: TestCustomer, side: 'buy' | 'sell', price: string, quantity: string): Promise<void> {
  orders += 1;
  const clientOrderId = `public-${orders}`;
  await by.call(calls.trade.create, { symbol: 'BTC/USDT', type: 'limit', side, price, quantity, clientOrderId });
}

describe('connectivity', () => {
  test('ping and time answer, in the unit that the caller wants, with the used weight', async () => {
    const ping = await ask('/api/v3/ping');
    expect([ping.status, ping.body]).toEqual([200, {}]);
    expect(ping.headers.get('content-type')).toMatch(/^application\/json/);
    expect(Number(ping.headers.get('x-mbx-used-weight-1m'))).toBeGreaterThan(0);
    const { body } = await ask('/api/v3/time');
    expect(Math.abs((body as { serverTime: number }).serverTime - Date.now())).toBeLessThan(5_000);
    const headers = { 'x-mbx-time-unit': 'MICROSECOND' };
    const fine = await ask('/api/v3/time', {}, { headers });
    expect((fine.body as { serverTime: number }).serverTime).toBeGreaterThan(1e15);
  });

  test.each([
    ['an unknown parameter', '/api/v3/ping', 'a=1', 400, -1101],
    ['an unknown parameter beside others', '/api/v3/depth', 'symbol=BTCUSDT&a=1', 400, -1104],
    ['a repeated parameter', '/api/v3/depth', 'symbol=BTCUSDT&symbol=BTCUSDT', 400, -1101],
    ['no symbol', '/api/v3/depth', '', 400, -1102],
    ['an empty symbol', '/api/v3/depth', 'symbol=', 400, -1102],
    ['an empty limit', '/api/v3/depth', 'symbol=BTCUSDT&limit=', 400, -1105],
    ['a symbol of other characters', '/api/v3/depth', 'symbol=btc/usdt', 400, -1100],
    ['an unknown symbol', '/api/v3/depth', 'symbol=ABCDEF', 400, -1121],
    ['the name of a method of objects', '/api/v3/depth', 'symbol=CONSTRUCTOR', 400, -1121],
    ['a limit that is no number', '/api/v3/depth', 'symbol=BTCUSDT&limit=ten', 400, -1100],
    ['a limit of nothing', '/api/v3/depth', 'symbol=BTCUSDT&limit=0', 400, -1130],
    ['both symbol and symbols', '/api/v3/exchangeInfo', 'symbol=BTCUSDT&symbols=["ETHUSDT"]', 400, -1128],
    ['symbols that are no list', '/api/v3/exchangeInfo', 'symbols=BTCUSDT', 400, -1100],
    ['permissions that no account has', '/api/v3/exchangeInfo', 'permissions=FUTURES', 400, -1130],
    ['a symbol twice in the list', '/api/v3/exchangeInfo', 'symbols=["BTCUSDT","BTCUSDT"]', 400, -1151],
    ['an unknown path', '/api/v3/nothing', '', 404, -5000],
    ['a path of futures', '/fapi/v1/ping', '', 404, -5000],
  ])('%s is refused as Binance refuses it', async (_what, path, query, status, code) => {
    const answer = await askBinance(exchange.url, path, { query });
    expect(answer).toMatchObject({ status, body: { code, msg: expect.any(String) as string } });
  });

  test('a path with another method is unknown', async () => {
    expect(await ask('/api/v3/depth', {}, { method: 'DELETE' })).toMatchObject({ status: 404, body: { code: -5000 } });
  });
});

describe('exchangeInfo', () => {
  test('lists each market with its filters, so that clients round as we do', async () => {
    const { body } = await ask('/api/v3/exchangeInfo', { symbol: 'BTCUSDT' });
    const info = body as { symbols: Record<string, unknown>[]; rateLimits: unknown[] };
    expect(info.rateLimits).toEqual(
      expect.arrayContaining([{ rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 100_000 }]),
    );
    expect(info.symbols).toHaveLength(1);
    expect(info.symbols[0]).toMatchObject({
      symbol: 'BTCUSDT',
      status: 'TRADING',
      baseAsset: 'BTC',
      baseAssetPrecision: 8,
      quoteAsset: 'USDT',
      quotePrecision: 8,
      permissions: [],
      permissionSets: [['SPOT']],
      isSpotTradingAllowed: true,
      defaultSelfTradePreventionMode: 'EXPIRE_TAKER',
    });
    const filters = info.symbols[0]?.['filters'] as { filterType: string }[];
    expect(filters).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ filterType: 'PRICE_FILTER', minPrice: '0.10000000', tickSize: '0.10000000' }),
        { filterType: 'LOT_SIZE', minQty: '0.00001000', maxQty: expect.any(String) as string, stepSize: '0.00001000' },
        expect.objectContaining({ filterType: 'NOTIONAL', applyMinToMarket: true }),
        expect.objectContaining({
          filterType: 'PERCENT_PRICE_BY_SIDE',
          bidMultiplierUp: '1.2',
          askMultiplierDown: '0.8',
        }),
      ]),
    );
  });

  test('lists all markets, or those that are named', async () => {
    const names = async (query: Query) =>
      ((await ask('/api/v3/exchangeInfo', query)).body as { symbols: { symbol: string }[] }).symbols.map(
        ({ symbol }) => symbol,
      );
    const all = await exchange.anonymous.call(calls.market.list, {});
    expect(await names({})).toEqual(all.map(({ base, quote }) => `${base}${quote}`));
    expect(await names({ symbols: '["ETHUSDT","BTCUSDT"]' })).toEqual(['ETHUSDT', 'BTCUSDT']);
    expect(await names({ permissions: 'MARGIN' })).toEqual([]);
  });
});

describe('the book and the trades', () => {
  test('depth and trades are those of the native API, over both doors', async () => {
    await order(seller, 'sell', '97000', '0.02');
    await order(seller, 'sell', '97001.5', '0.01');
    await order(buyer, 'buy', '97000', '0.015');
    await order(buyer, 'buy', '96990', '0.03');
    const { body: book } = await ask('/api/v3/depth', { symbol: 'BTCUSDT' });
    expect(book).toEqual({
      lastUpdateId: expect.any(Number) as number,
      bids: [['96990.00000000', '0.03000000']],
      asks: [
        ['97000.00000000', '0.00500000'],
        ['97001.50000000', '0.01000000'],
      ],
    });
    const { body: trades } = await ask('/api/v3/trades', { symbol: 'BTCUSDT' });
    expect((await ask('/api/v1/trades', { symbol: 'BTCUSDT' })).body).toEqual(trades);
    expect(trades).toEqual([
      {
        id: 1,
        price: '97000.00000000',
        qty: '0.01500000',
        quoteQty: '1455.00000000',
        time: expect.any(Number) as number,
        isBuyerMaker: false,
        isBestMatch: true,
      },
    ]);
    expect((await ask('/api/v3/depth', { symbol: 'BTCUSDT', limit: 1 })).body).toMatchObject({
      asks: [['97000.00000000', '0.00500000']],
    });
    expect((await api.ask('depth', { symbol: 'BTCUSDT' })).result).toEqual(book);
    expect((await api.ask('trades.recent', { symbol: 'BTCUSDT' })).result).toEqual(trades);
    expect(await api.ask('depth', { symbol: 'NONE' })).toMatchObject({ status: 400, error: { code: -1121 } });
    expect(await api.ask('depth', {})).toMatchObject({ status: 400, error: { code: -1102 } });
  });

  test('more trades than memory holds come from the tables, oldest first', async () => {
    for (let index = 0; index < 60; index += 1) {
      await order(seller, 'sell', '97000', '0.0005');
      await order(buyer, 'buy', '97000', '0.0005');
    }
    const ids = async (limit: number) =>
      ((await ask('/api/v3/trades', { symbol: 'BTCUSDT', limit })).body as { id: number }[]).map(({ id }) => id);
    const all = await ids(1_000);
    expect(all).toEqual(all.map((_, index) => index + 1));
    expect(all.length).toBeGreaterThan(50);
    expect(await ids(3)).toEqual(all.slice(-3));
  });
});
