import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OrderAnswer, symbol, TwoTraders } from '../../../../testing/two-traders.ts';
import { waitFor } from '../../../../testing/wait-for.ts';

let two: TwoTraders;

beforeAll(async () => {
  two = await TwoTraders.start();
});
afterAll(() => two.stop());
beforeEach(() => two.clear());

const labels = { strategyId: 9_007_199_254_740_991, strategyType: 1_000_000 };

test('an order’s strategy is in its answers, events and reads, over both doors', async () => {
  const placed = await two.place(two.anna, 'BUY', '90000', '0.002', labels);
  expect(placed).toMatchObject(labels);
  const { orderId } = placed;
  await waitFor(() =>
    expect(two.events('executionReport').at(-1)).toMatchObject({ j: labels.strategyId, J: labels.strategyType }),
  );
  expect(await two.read({ orderId })).toMatchObject(labels);
  expect(await two.anna.done('GET', 'openOrders', { symbol })).toMatchObject([labels]);
  const socket = await two.askSocket('order.place', {
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
  expect(await two.anna.done('DELETE', 'order', { symbol, orderId })).toMatchObject(labels);
  expect(await two.read({ orderId })).toMatchObject(labels);
  const plain = await two.place(two.anna, 'BUY', '90000', '0.001');
  expect(plain).not.toHaveProperty('strategyId');
});

test('each order of a list has its own, also after a restart', async () => {
  await two.anna.done('POST', 'orderList/oco', {
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
  await two.anna.done('POST', 'order/oco', {
    ...legacy,
    limitStrategyId: 3,
    stopStrategyId: 4,
    stopStrategyType: 1_000_002,
  });
  const all = [{ strategyId: 1, strategyType: 1_000_001 }, { strategyId: 2 }, { strategyId: 3 }, { strategyId: 4 }];
  expect(await two.anna.done('GET', 'openOrders', { symbol })).toMatchObject(all);
  await two.restart();
  expect(await two.anna.done('GET', 'openOrders', { symbol })).toMatchObject(all);
  await two.anna.done('DELETE', 'openOrders', { symbol });
  const orders = await two.anna.done<OrderAnswer[]>('GET', 'allOrders', { symbol });
  expect(orders.slice(-4)).toMatchObject(all);
});
