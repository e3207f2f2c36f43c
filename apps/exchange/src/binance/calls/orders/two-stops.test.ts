import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Query } from '../../../../testing/test-binance.ts';
import { createTestTrader, type TestTrader } from '../../../../testing/test-trader.ts';
import { type ListAnswer, type OrderAnswer, symbol, TwoTraders } from '../../../../testing/two-traders.ts';
import { waitFor } from '../../../../testing/wait-for.ts';

let two: TwoTraders;

beforeAll(async () => {
  two = await TwoTraders.start();
});
afterAll(() => two.stop());
beforeEach(() => two.clear());

const oco: Query = {
  symbol,
  side: 'SELL',
  quantity: '0.002',
  aboveType: 'TAKE_PROFIT_LIMIT',
  aboveStopPrice: '99000',
  abovePrice: '98900',
  aboveTimeInForce: 'GTC',
  belowType: 'STOP_LOSS',
  belowStopPrice: '95000',
  listClientOrderId: 'pair',
};

async function lockedOf(by: TestTrader, coin: string): Promise<string | undefined> {
  const { balances } = await by.done<{ balances: { asset: string; locked: string }[] }>('GET', 'account');
  return balances.find(({ asset }) => asset === coin)?.locked;
}

test('two stops are a list that holds once what either needs, and read as two waiting orders', async () => {
  const list = await two.anna.done<ListAnswer>('POST', 'orderList/oco', oco);
  const waits = { status: 'NEW', workingTime: -1, orderListId: list.orderListId };
  expect(list).toMatchObject({
    contingencyType: 'OCO',
    listClientOrderId: 'pair',
    orderReports: [
      { ...waits, type: 'TAKE_PROFIT_LIMIT', stopPrice: '99000.00000000' },
      { ...waits, type: 'STOP_LOSS', stopPrice: '95000.00000000' },
    ],
  });
  expect(await lockedOf(two.anna, 'BTC')).toBe('0.00200000');
  const open = await two.anna.done<OrderAnswer[]>('GET', 'openOrders', { symbol });
  expect(open).toMatchObject([
    { ...waits, isWorking: false, type: 'TAKE_PROFIT_LIMIT' },
    { ...waits, isWorking: false, type: 'STOP_LOSS' },
  ]);
  await waitFor(() => expect(two.events('executionReport')).toHaveLength(2));
  for (const report of two.events('executionReport')) {
    expect(report).toMatchObject({ x: 'NEW', X: 'NEW', w: false, g: list.orderListId });
    expect(report).not.toHaveProperty('W');
  }
  const { orderReports: _, ...plain } = list;
  expect(await two.anna.done('GET', 'openOrderList')).toEqual([plain]);
  expect(await two.anna.done('DELETE', 'orderList', { symbol, listClientOrderId: 'pair' })).toMatchObject({
    listOrderStatus: 'ALL_DONE',
    orderReports: [{ status: 'CANCELED' }, { status: 'CANCELED' }],
  });
  expect(await lockedOf(two.anna, 'BTC')).toBe('0.00000000');
});

test('the take profit that is reached expires the stop loss, and rests with its hold', async () => {
  const { orders, orderListId } = await two.anna.done<ListAnswer>('POST', 'orderList/oco', oco);
  const [profit, loss] = orders.map(({ orderId }) => orderId);
  await two.place(two.li, 'SELL', '99100', '0.001');
  const buyer = await createTestTrader(two.exchange, 'buyer', { USDT: '5000' });
  await two.place(buyer, 'BUY', '99100', '0.001');
  expect(await two.read({ orderId: loss ?? 0 })).toMatchObject({ status: 'EXPIRED', expiryReason: 'OCO_TRIGGER' });
  const triggered = await two.read({ orderId: profit ?? 0 });
  expect(triggered).toMatchObject({ status: 'NEW', isWorking: true, orderListId, type: 'TAKE_PROFIT_LIMIT' });
  await waitFor(() => expect(two.events('executionReport').at(-1)).toMatchObject({ i: loss, X: 'EXPIRED' }));
  const report = two.events('executionReport').at(-2);
  expect(report).toMatchObject({ i: profit, x: 'NEW', w: true, W: triggered['workingTime'] });
  expect(await lockedOf(two.anna, 'BTC')).toBe('0.00200000');
  // The stop loss ended by the trigger, not with the cancellation that follows.
  await two.anna.done('DELETE', 'order', { symbol, orderId: profit ?? 0 });
  expect(await two.read({ orderId: loss ?? 0 })).toMatchObject({ status: 'EXPIRED' });
  await waitFor(() => expect(two.events('listStatus').at(-1)).toMatchObject({ g: orderListId, L: 'ALL_DONE' }));
  await two.trade('97000');
});

test('the stop loss that is reached expires the take profit, of a list that buys over the socket too', async () => {
  const placed = await two.askSocket('orderList.place.oco', {
    symbol,
    side: 'BUY',
    quantity: '0.002',
    aboveType: 'STOP_LOSS_LIMIT',
    aboveStopPrice: '99000',
    abovePrice: '99500',
    aboveTimeInForce: 'GTC',
    belowType: 'TAKE_PROFIT',
    belowStopPrice: '95000',
  });
  expect(placed).toMatchObject({
    status: 200,
    result: { orderReports: [{ type: 'TAKE_PROFIT' }, { type: 'STOP_LOSS_LIMIT' }] },
  });
  const [profit, loss] = (placed.result as ListAnswer).orders.map(({ orderId }) => orderId);
  // A take profit at market may pay the collar beyond its trigger: 95,000 and 5 %; the stop's limit is below that.
  expect(await lockedOf(two.anna, 'USDT')).toBe('199.50000000');
  const buyer = await createTestTrader(two.exchange, 'second.buyer', { USDT: '5000' });
  await two.place(two.li, 'SELL', '99100', '0.001');
  await two.place(buyer, 'BUY', '99100', '0.001');
  expect(await two.read({ orderId: profit ?? 0 })).toMatchObject({ status: 'EXPIRED', expiryReason: 'OCO_TRIGGER' });
  expect(await two.read({ orderId: loss ?? 0 })).toMatchObject({ status: 'NEW', isWorking: true });
  expect(await lockedOf(two.anna, 'USDT')).toBe('199.00000000');
  await two.anna.done('DELETE', 'openOrders', { symbol });
  await two.trade('97000');
});

test('a list whose orders aren’t a profit and a loss is refused by the place that its types have', async () => {
  const refusals: readonly (readonly [Query, number, string])[] = [
    [{ aboveType: 'LIMIT' }, -1158, 'Order type not supported in OCO.'],
    [{ belowType: 'MARKET' }, -1158, 'Order type not supported in OCO.'],
    [{ aboveType: 'STOP_LOSS_LIMIT' }, -1197, 'A stop loss order in a sell OCO must be below.'],
    [{ belowType: 'TAKE_PROFIT' }, -1199, 'A take profit order in a sell OCO must be above.'],
    [
      { side: 'BUY', aboveType: 'TAKE_PROFIT', belowType: 'LIMIT_MAKER' },
      -1198,
      'A take profit order in a buy OCO must be below.',
    ],
    [{ side: 'BUY', aboveType: 'STOP_LOSS' }, -1196, 'A stop loss order in a buy OCO must be above.'],
  ];
  for (const [fields, code, msg] of refusals) {
    expect((await two.anna.ask('POST', '/api/v3/orderList/oco', { ...oco, ...fields })).body).toEqual({ code, msg });
    expect(await two.askSocket('orderList.place.oco', { ...oco, ...fields })).toMatchObject({
      error: { code, msg },
    });
  }
});

test('a list of two stops of which one is reached already is refused', async () => {
  for (const fields of [{ aboveStopPrice: '96000', abovePrice: '96000' }, { belowStopPrice: '98000' }]) {
    expect((await two.anna.ask('POST', '/api/v3/orderList/oco', { ...oco, ...fields })).body).toEqual({
      code: -2010,
      msg: 'The relationship of the prices for the orders is not correct.',
    });
  }
});
