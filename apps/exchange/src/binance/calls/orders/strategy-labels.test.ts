import { calls } from '@fft/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Query } from '../../../../testing/test-binance.ts';
import { startTestExchange, type TestExchange } from '../../../../testing/test-exchange.ts';
import { createTestTrader, type TestTrader } from '../../../../testing/test-trader.ts';
import { connectWsApi, type ApiSigner, type TestWsApi } from '../../../../testing/test-ws-api.ts';
import { waitFor } from '../../../../testing/wait-for.ts';

let exchange: TestExchange;
let anna: TestTrader;
let li: TestTrader;
let api: TestWsApi;
let signer: ApiSigner;

beforeAll(async () => {
  exchange = await startTestExchange();
  anna = await createTestTrader(exchange, 'anna', { BTC: '0.4', USDT: '50000' });
  li = await createTestTrader(exchange, 'li', { BTC: '0.4', USDT: '50000' });
  signer = { apiKey: anna.key.key.id, secret: anna.key.secret };
  await connect();
  await trade('97000');
});
afterAll(async () => {
  api.socket.close();
  await exchange.stop();
});
beforeEach(async () => {
  for (const trader of [anna, li]) await trader.customer.call(calls.trade.cancelAll, { symbol: 'all' });
  api.events.length = 0;
});

async function connect(): Promise<void> {
  api = await connectWsApi(exchange.url);
  await api.askSigned(signer, 'userDataStream.subscribe.signature');
}

type Answer = Readonly<Record<string, unknown>>;
type Order = Answer & { readonly orderId: number };

const symbol = 'BTCUSDT';
const place = (by: TestTrader, side: 'BUY' | 'SELL', price: string, quantity: string, more: Query = {}) =>
  by.done<Order>('POST', 'order', { symbol, side, type: 'LIMIT', timeInForce: 'GTC', price, quantity, ...more });
const read = (fields: Query) => anna.done<Order>('GET', 'order', { symbol, ...fields });
const events = (kind: string) => api.events.map(({ event }) => event).filter(({ e }) => e === kind);

/** Moves the last price. */
async function trade(price: string): Promise<void> {
  await place(li, 'SELL', price, '0.001');
  await place(anna, 'BUY', price, '0.001');
}

const labels = { strategyId: 9_007_199_254_740_991, strategyType: 1_000_000 };

test('an order’s strategy is in its answers, events and reads, over both doors', async () => {
  const placed = await place(anna, 'BUY', '90000', '0.002', labels);
  expect(placed).toMatchObject(labels);
  const { orderId } = placed;
  await waitFor(() =>
    expect(events('executionReport').at(-1)).toMatchObject({ j: labels.strategyId, J: labels.strategyType }),
  );
  expect(await read({ orderId })).toMatchObject(labels);
  expect(await anna.done('GET', 'openOrders', { symbol })).toMatchObject([labels]);
  const socket = await api.askSigned(signer, 'order.place', {
    symbol,
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    price: '90000',
    quantity: '0.001',
    strategyId: 7,
  });
  expect(socket).toMatchObject({ status: 200, result: { strategyId: 7 } });
  expect(socket.result).not.toHaveProperty('strategyType');
  expect(await anna.done('DELETE', 'order', { symbol, orderId })).toMatchObject(labels);
  expect(await read({ orderId })).toMatchObject(labels);
  const plain = await place(anna, 'BUY', '90000', '0.001');
  expect(plain).not.toHaveProperty('strategyId');
});

test('each order of a list has its own, also after a restart', async () => {
  await anna.done('POST', 'orderList/oco', {
    symbol,
    side: 'SELL',
    quantity: '0.001',
    aboveType: 'LIMIT_MAKER',
    abovePrice: '99000',
    aboveStrategyId: 1,
    aboveStrategyType: 1_000_001,
    belowType: 'STOP_LOSS',
    belowStopPrice: '95000',
    belowStrategyId: 2,
  });
  const legacy = { symbol, side: 'SELL', quantity: '0.001', price: '99000', stopPrice: '95000' };
  await anna.done('POST', 'order/oco', {
    ...legacy,
    limitStrategyId: 3,
    stopStrategyId: 4,
    stopStrategyType: 1_000_002,
  });
  const all = [{ strategyId: 1, strategyType: 1_000_001 }, { strategyId: 2 }, { strategyId: 3 }, { strategyId: 4 }];
  expect(await anna.done('GET', 'openOrders', { symbol })).toMatchObject(all);
  api.socket.close();
  await exchange.restart();
  await connect();
  expect(await anna.done('GET', 'openOrders', { symbol })).toMatchObject(all);
  await anna.done('DELETE', 'openOrders', { symbol });
  const orders = await anna.done<Order[]>('GET', 'allOrders', { symbol });
  expect(orders.slice(-4)).toMatchObject(all);
});
