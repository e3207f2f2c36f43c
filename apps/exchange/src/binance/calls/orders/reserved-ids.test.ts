import { calls, Code, reservedOrderIds } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Query } from '../../../../testing/test-binance.ts';
import { startTestExchange, type TestExchange } from '../../../../testing/test-exchange.ts';
import { createTestTrader, type TestTrader } from '../../../../testing/test-trader.ts';
import { connectWsApi, type ApiSigner, type TestWsApi } from '../../../../testing/test-ws-api.ts';

let exchange: TestExchange;
let trader: TestTrader;
let api: TestWsApi;
let signer: ApiSigner;

beforeAll(async () => {
  exchange = await startTestExchange();
  trader = await createTestTrader(exchange, 'trader', { BTC: '0.4', USDT: '50000' });
  api = await connectWsApi(exchange.url);
  signer = { apiKey: trader.key.key.id, secret: trader.key.secret };
});
afterAll(async () => {
  api.socket.close();
  await exchange.stop();
});

const symbol = 'BTCUSDT';
const limit: Query = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '20000', quantity: '0.001' };
const oco: Query = {
  symbol,
  side: 'SELL',
  quantity: '0.001',
  aboveType: 'LIMIT_MAKER',
  abovePrice: '120000',
  belowType: 'STOP_LOSS_LIMIT',
  belowStopPrice: '60000',
  belowPrice: '59000',
  belowTimeInForce: 'GTC',
};
const legacy: Query = { symbol, side: 'SELL', quantity: '0.001', price: '120000', stopPrice: '60000' };

interface Case {
  readonly path: string;
  readonly method: string;
  readonly field: string;
  readonly query: Query;
}
const cases: readonly Case[] = [
  { path: 'order', method: 'order.place', field: 'newClientOrderId', query: limit },
  { path: 'order/test', method: 'order.test', field: 'newClientOrderId', query: limit },
  { path: 'orderList/oco', method: 'orderList.place.oco', field: 'aboveClientOrderId', query: oco },
  { path: 'orderList/oco', method: 'orderList.place.oco', field: 'belowClientOrderId', query: oco },
  { path: 'order/oco', method: 'orderList.place', field: 'limitClientOrderId', query: legacy },
  { path: 'order/oco', method: 'orderList.place', field: 'stopClientOrderId', query: legacy },
];

const usedOrders = async () => {
  const counts = await trader.done<readonly { intervalNum: number; interval: string; count: number }[]>(
    'GET',
    'rateLimit/order',
  );
  return counts.find(({ interval }) => interval === 'DAY')?.count;
};

describe.each(reservedOrderIds)('an id that begins with %s', (prefix) => {
  test.each(cases)('is refused by $path as $field, over both doors, and counts as no order', async (one) => {
    const query = { ...one.query, [one.field]: `${prefix}1:1` };
    const before = await usedOrders();
    const range = `legal range is '^(?!${reservedOrderIds.join('|')})`;
    const refusal = { code: -1100, msg: expect.stringContaining(range) as unknown };
    expect(await trader.ask('POST', `/api/v3/${one.path}`, query)).toMatchObject({ status: 400, body: refusal });
    expect(await api.askSigned(signer, one.method, query)).toMatchObject({ status: 400, error: refusal });
    expect(await usedOrders()).toBe(before);
    expect(await trader.done('GET', 'openOrders', { symbol })).toEqual([]);
  });

  test('is refused natively', async () => {
    const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '20000', quantity: '0.001' } as const;
    const placing = trader.customer.call(calls.trade.create, { ...order, clientOrderId: `${prefix}1:1` });
    await expect(placing).rejects.toMatchObject({ code: Code.badRequest });
  });
});

describe('cancelReplace ends no order for one that', () => {
  const refused: readonly (readonly [string, Query, number])[] = [
    ['has a reserved id', { newClientOrderId: 'tp:1:1' }, -1100],
    ['is too small', { quantity: '0.00001' }, -1013],
    ['is too large', { quantity: '100000' }, -1013],
    ['has the id of another open order', { newClientOrderId: 'other' }, -2010],
    ['has another type’s terms', { stopPrice: '10000' }, -1106],
  ];
  test.each(refused)('%s', async (_what, change, code) => {
    const id = 'kept';
    const found = await trader.ask('GET', '/api/v3/order', { symbol, origClientOrderId: id });
    if (found.status !== 200) {
      for (const newClientOrderId of [id, 'other']) await trader.done('POST', 'order', { ...limit, newClientOrderId });
    }
    const query: Query = {
      ...limit,
      cancelReplaceMode: 'STOP_ON_FAILURE',
      cancelOrigClientOrderId: id,
      price: '20001',
      ...change,
    };
    expect(await trader.ask('POST', '/api/v3/order/cancelReplace', query)).toMatchObject({
      status: 400,
      body: { code },
    });
    expect(await api.askSigned(signer, 'order.cancelReplace', query)).toMatchObject({ error: { code } });
    const open = [id, 'other'].map((clientOrderId) => ({ clientOrderId, status: 'NEW' }));
    expect(await trader.done('GET', 'openOrders', { symbol })).toMatchObject(open);
  });
});
