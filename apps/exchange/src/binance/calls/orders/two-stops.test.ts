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
type List = Answer & { readonly orderListId: number; readonly orders: readonly Order[] };

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
  const list = await anna.done<List>('POST', 'orderList/oco', oco);
  const waits = { status: 'NEW', workingTime: -1, orderListId: list.orderListId };
  expect(list).toMatchObject({
    contingencyType: 'OCO',
    listClientOrderId: 'pair',
    orderReports: [
      { ...waits, type: 'TAKE_PROFIT_LIMIT', stopPrice: '99000.00000000' },
      { ...waits, type: 'STOP_LOSS', stopPrice: '95000.00000000' },
    ],
  });
  expect(await lockedOf(anna, 'BTC')).toBe('0.00200000');
  const open = await anna.done<Order[]>('GET', 'openOrders', { symbol });
  expect(open).toMatchObject([
    { ...waits, isWorking: false, type: 'TAKE_PROFIT_LIMIT' },
    { ...waits, isWorking: false, type: 'STOP_LOSS' },
  ]);
  await waitFor(() => expect(events('executionReport')).toHaveLength(2));
  for (const report of events('executionReport')) {
    expect(report).toMatchObject({ x: 'NEW', X: 'NEW', w: false, g: list.orderListId });
    expect(report).not.toHaveProperty('W');
  }
  const { orderReports: _, ...plain } = list;
  expect(await anna.done('GET', 'openOrderList')).toEqual([plain]);
  expect(await anna.done('DELETE', 'orderList', { symbol, listClientOrderId: 'pair' })).toMatchObject({
    listOrderStatus: 'ALL_DONE',
    orderReports: [{ status: 'CANCELED' }, { status: 'CANCELED' }],
  });
  expect(await lockedOf(anna, 'BTC')).toBe('0.00000000');
});

test('the take profit that is reached expires the stop loss, and rests with its hold', async () => {
  const { orders, orderListId } = await anna.done<List>('POST', 'orderList/oco', oco);
  const [profit, loss] = orders.map(({ orderId }) => orderId);
  await place(li, 'SELL', '99100', '0.001');
  const buyer = await createTestTrader(exchange, 'buyer', { USDT: '5000' });
  await place(buyer, 'BUY', '99100', '0.001');
  expect(await read({ orderId: loss ?? 0 })).toMatchObject({ status: 'EXPIRED', expiryReason: 'OCO_TRIGGER' });
  const triggered = await read({ orderId: profit ?? 0 });
  expect(triggered).toMatchObject({ status: 'NEW', isWorking: true, orderListId, type: 'TAKE_PROFIT_LIMIT' });
  await waitFor(() => expect(events('executionReport').at(-1)).toMatchObject({ i: loss, X: 'EXPIRED' }));
  const report = events('executionReport').at(-2);
  expect(report).toMatchObject({ i: profit, x: 'NEW', w: true, W: triggered['workingTime'] });
  expect(await lockedOf(anna, 'BTC')).toBe('0.00200000');
  // The stop loss ended by the trigger, not with the cancellation that follows.
  await anna.done('DELETE', 'order', { symbol, orderId: profit ?? 0 });
  expect(await read({ orderId: loss ?? 0 })).toMatchObject({ status: 'EXPIRED' });
  await waitFor(() => expect(events('listStatus').at(-1)).toMatchObject({ g: orderListId, L: 'ALL_DONE' }));
  await trade('97000');
});

test('the stop loss that is reached expires the take profit, of a list that buys over the socket too', async () => {
  const placed = await api.askSigned(signer, 'orderList.place.oco', {
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
  const [profit, loss] = (placed.result as List).orders.map(({ orderId }) => orderId);
  // A take profit at market may pay the collar beyond its trigger: 95,000 and 5 %; the stop's limit is below that.
  expect(await lockedOf(anna, 'USDT')).toBe('199.50000000');
  const buyer = await createTestTrader(exchange, 'second.buyer', { USDT: '5000' });
  await place(li, 'SELL', '99100', '0.001');
  await place(buyer, 'BUY', '99100', '0.001');
  expect(await read({ orderId: profit ?? 0 })).toMatchObject({ status: 'EXPIRED', expiryReason: 'OCO_TRIGGER' });
  expect(await read({ orderId: loss ?? 0 })).toMatchObject({ status: 'NEW', isWorking: true });
  expect(await lockedOf(anna, 'USDT')).toBe('199.00000000');
  await anna.done('DELETE', 'openOrders', { symbol });
  await trade('97000');
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
    expect((await anna.ask('POST', '/api/v3/orderList/oco', { ...oco, ...fields })).body).toEqual({ code, msg });
    expect(await api.askSigned(signer, 'orderList.place.oco', { ...oco, ...fields })).toMatchObject({
      error: { code, msg },
    });
  }
});

test('a list of two stops of which one is reached already is refused', async () => {
  for (const fields of [{ aboveStopPrice: '96000', abovePrice: '96000' }, { belowStopPrice: '98000' }]) {
    expect((await anna.ask('POST', '/api/v3/orderList/oco', { ...oco, ...fields })).body).toEqual({
      code: -2010,
      msg: 'The relationship of the prices for the orders is not correct.',
    });
  }
});
