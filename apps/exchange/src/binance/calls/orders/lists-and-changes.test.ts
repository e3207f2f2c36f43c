import { calls } from '@fft/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitFor } from '../../../../testing/wait-for.ts';
import type { Query } from '../../../../testing/test-binance.ts';
import { startTestExchange, type TestExchange } from '../../../../testing/test-exchange.ts';
import { createTestTrader, type TestTrader } from '../../../../testing/test-trader.ts';
import { connectWsApi, type ApiSigner, type TestWsApi } from '../../../../testing/test-ws-api.ts';

let exchange: TestExchange;
let anna: TestTrader;
let li: TestTrader;
let api: TestWsApi;
let signer: ApiSigner;

beforeAll(async () => {
  exchange = await startTestExchange();
  anna = await createTestTrader(exchange, 'anna', { BTC: '0.4', USDT: '50000' });
  li = await createTestTrader(exchange, 'li', { BTC: '0.4', USDT: '50000' });
  api = await connectWsApi(exchange.url);
  signer = { apiKey: anna.key.key.id, secret: anna.key.secret };
  await trade('97000');
});
afterAll(async () => {
  api.socket.close();
  await exchange.stop();
});
beforeEach(async () => {
  for (const trader of [anna, li]) await trader.customer.call(calls.trade.cancelAll, { symbol: 'all' });
});

type Answer = Readonly<Record<string, unknown>>;
type Order = Answer & { readonly orderId: number };
type List = Answer & { readonly orderListId: number; readonly orders: readonly Order[] };

const symbol = 'BTCUSDT';
const limit = (side: 'BUY' | 'SELL', price: string, quantity: string, more: Query = {}): Query => ({
  symbol,
  side,
  type: 'LIMIT',
  timeInForce: 'GTC',
  price,
  quantity,
  ...more,
});
const place = (by: TestTrader, fields: Query) => by.done<Order>('POST', 'order', fields);

/** Moves the last price. */
async function trade(price: string): Promise<void> {
  await place(li, limit('SELL', price, '0.001'));
  await place(anna, limit('BUY', price, '0.001'));
}

describe('cancel and replace', () => {
  const replace = (fields: Query) =>
    anna.ask('POST', '/api/v3/order/cancelReplace', {
      ...limit('BUY', '91000', '0.001'),
      cancelReplaceMode: 'STOP_ON_FAILURE',
      ...fields,
    });

  test('ends one order and places the other', async () => {
    const { orderId } = await place(anna, limit('BUY', '90000', '0.001'));
    const { status, body } = await replace({ cancelOrderId: orderId, cancelNewClientOrderId: 'the-cancel' });
    expect([status, body]).toMatchObject([
      200,
      {
        cancelResult: 'SUCCESS',
        newOrderResult: 'SUCCESS',
        cancelResponse: { orderId, clientOrderId: 'the-cancel', status: 'CANCELED' },
        newOrderResponse: { price: '91000.00000000', status: 'NEW', fills: [] },
      },
    ]);
    expect(await anna.done('GET', 'openOrders', { symbol })).toMatchObject([{ price: '91000.00000000' }]);
  });

  test('stops if the first order is not open, unless that may fail', async () => {
    const stopped = await replace({ cancelOrderId: 999_999_999 });
    expect([stopped.status, stopped.body]).toEqual([
      400,
      {
        code: -2022,
        msg: 'Order cancel-replace failed.',
        data: {
          cancelResult: 'FAILURE',
          newOrderResult: 'NOT_ATTEMPTED',
          cancelResponse: { code: -2011, msg: 'Unknown order sent.' },
          newOrderResponse: null,
        },
      },
    ]);
    expect(await anna.done('GET', 'openOrders', { symbol })).toEqual([]);
    const allowed = await replace({ cancelOrderId: 999_999_999, cancelReplaceMode: 'ALLOW_FAILURE' });
    expect([allowed.status, allowed.body]).toMatchObject([
      409,
      {
        code: -2021,
        msg: 'Order cancel-replace partially failed.',
        data: { cancelResult: 'FAILURE', newOrderResult: 'SUCCESS', newOrderResponse: { status: 'NEW' } },
      },
    ]);
  });

  test('says which half failed if the second order is refused', async () => {
    const { orderId } = await place(anna, limit('BUY', '90000', '0.001'));
    const half = await replace({ cancelOrderId: orderId, quantity: '50' });
    expect([half.status, half.body]).toMatchObject([
      409,
      {
        code: -2021,
        data: {
          cancelResult: 'SUCCESS',
          newOrderResult: 'FAILURE',
          newOrderResponse: { code: -2010, msg: 'Account has insufficient balance for requested action.' },
        },
      },
    ]);
    const both = await api.askSigned(signer, 'order.cancelReplace', {
      ...limit('BUY', '91000', '50'),
      cancelReplaceMode: 'ALLOW_FAILURE',
      cancelOrderId: orderId,
    });
    expect(both).toMatchObject({
      status: 400,
      error: { code: -2022, data: { cancelResult: 'FAILURE', newOrderResult: 'FAILURE' } },
    });
  });
});

describe('an amendment', () => {
  const amend = (fields: Query) => anna.ask('PUT', '/api/v3/order/amend/keepPriority', { symbol, ...fields });

  test('lowers the quantity, and the order keeps its place', async () => {
    const first = await place(anna, limit('BUY', '90000', '0.003', { newClientOrderId: 'amended' }));
    const second = await place(li, limit('BUY', '90000', '0.001'));
    const { status, body } = await amend({ orderId: first.orderId, newQty: '0.002' });
    expect([status, body]).toMatchObject([
      200,
      {
        executionId: expect.any(Number) as number,
        amendedOrder: {
          orderId: first.orderId,
          origClientOrderId: 'amended',
          clientOrderId: 'amended',
          qty: '0.00200000',
          executedQty: '0.00000000',
          preventedQty: '0.00000000',
          cumulativeQuoteQty: '0.00000000',
          status: 'NEW',
        },
      },
    ]);
    const ws = await api.askSigned(signer, 'order.amend.keepPriority', {
      symbol,
      origClientOrderId: 'amended',
      newQty: '0.0015',
    });
    expect(ws).toMatchObject({ status: 200, result: { amendedOrder: { qty: '0.00150000' } } });
    await place(anna, limit('SELL', '97100', '0.001'));
    await li.customer.call(calls.trade.cancel, { id: String(second.orderId) });
  });

  test.each([
    ['to more', { newQty: '0.002' }, -2038, 'Order amend (quantity increase) is not supported.'],
    ['to the same', { newQty: '0.001' }, -2038, 'The requested action would change no state; rejecting.'],
    ['to nothing', { newQty: '0' }, -1013, 'Filter failure: LOT_SIZE'],
    ['of an unknown order', { newQty: '0.0005', orderId: 999_999_999 }, -2038, 'Unknown order sent.'],
  ])('is refused %s', async (_name, fields, code, msg) => {
    const { orderId } = await place(anna, limit('BUY', '90000', '0.001'));
    const { status, body } = await amend({ orderId, ...fields });
    expect([status, body]).toEqual([400, { code, msg }]);
  });
});

const oco: Query = {
  symbol,
  side: 'SELL',
  quantity: '0.001',
  aboveType: 'LIMIT_MAKER',
  abovePrice: '99000',
  belowType: 'STOP_LOSS_LIMIT',
  belowStopPrice: '95000',
  belowPrice: '94000',
  belowTimeInForce: 'GTC',
};

describe('an order list', () => {
  test('is placed with both orders, read by number or id, and cancelled as one', async () => {
    const list = await anna.done<List>('POST', 'orderList/oco', { ...oco, listClientOrderId: 'my-list' });
    expect(list).toMatchObject({
      contingencyType: 'OCO',
      listStatusType: 'EXEC_STARTED',
      listOrderStatus: 'EXECUTING',
      listClientOrderId: 'my-list',
      symbol,
      orderReports: [
        { orderListId: list.orderListId, type: 'LIMIT_MAKER', status: 'NEW', price: '99000.00000000' },
        {
          orderListId: list.orderListId,
          type: 'STOP_LOSS_LIMIT',
          status: 'NEW',
          stopPrice: '95000.00000000',
          workingTime: -1,
        },
      ],
    });
    const { orderReports: _, ...plain } = list;
    expect(await anna.done('GET', 'orderList', { orderListId: list.orderListId })).toEqual(plain);
    expect(await anna.done('GET', 'orderList', { origClientOrderId: 'my-list' })).toEqual(plain);
    expect(await anna.done('GET', 'openOrderList')).toEqual([plain]);
    const open = await anna.done<Order[]>('GET', 'openOrders', { symbol });
    expect(open.map(({ orderListId, type }) => [orderListId, type])).toEqual([
      [list.orderListId, 'LIMIT_MAKER'],
      [list.orderListId, 'STOP_LOSS_LIMIT'],
    ]);
    const cancelled = await anna.done<List>('DELETE', 'orderList', { symbol, listClientOrderId: 'my-list' });
    expect(cancelled).toMatchObject({
      listStatusType: 'ALL_DONE',
      orderReports: [{ status: 'CANCELED' }, { status: 'CANCELED' }],
    });
    const [limitLeg, stopLeg] = list.orders;
    for (const leg of [limitLeg, stopLeg]) {
      const read = await anna.done('GET', 'order', { symbol, orderId: leg?.orderId ?? 0 });
      expect(read).toMatchObject({ status: 'CANCELED', orderListId: list.orderListId });
    }
    expect(await anna.done('GET', 'openOrderList')).toEqual([]);
    const all = await anna.done<List[]>('GET', 'allOrderList');
    expect(all.at(-1)).toMatchObject({ orderListId: list.orderListId, listOrderStatus: 'ALL_DONE' });
    const again = await anna.ask('DELETE', '/api/v3/orderList', { symbol, orderListId: list.orderListId });
    expect(again.body).toEqual({ code: -2011, msg: 'Unknown order sent.' });
  });

  test('ends as a whole if one order is cancelled, and its stop expires if the other trades', async () => {
    const one = await anna.done<List>('POST', 'orderList/oco', oco);
    const orderId = one.orders[0]?.orderId ?? 0;
    expect(await anna.done('DELETE', 'order', { symbol, orderId })).toMatchObject({
      orderListId: one.orderListId,
      listOrderStatus: 'ALL_DONE',
      orderReports: [{ status: 'CANCELED' }, { status: 'CANCELED' }],
    });
    const ws = await api.askSigned(signer, 'orderList.place.oco', oco);
    const two = ws.result as List;
    const all = await anna.done<List[]>('DELETE', 'openOrders', { symbol });
    expect(all).toMatchObject([
      { orderListId: two.orderListId, orderReports: [{ status: 'CANCELED' }, { status: 'CANCELED' }] },
    ]);
    const three = await anna.done<List>('POST', 'orderList/oco', oco);
    await place(li, limit('BUY', '99000', '0.001'));
    const read = (leg: Order | undefined) => anna.done('GET', 'order', { symbol, orderId: leg?.orderId ?? 0 });
    expect(await read(three.orders[0])).toMatchObject({
      status: 'FILLED',
      type: 'LIMIT_MAKER',
      orderListId: three.orderListId,
    });
    expect(await read(three.orders[1])).toMatchObject({ status: 'EXPIRED', expiryReason: 'OCO_TRIGGER' });
    const trades = await anna.done<Answer[]>('GET', 'myTrades', { symbol, limit: 1 });
    expect(trades).toMatchObject([{ orderListId: three.orderListId }]);
    await trade('97000');
  });

  test('by limit and stop prices is placed as well, and its events have the same ids', async () => {
    expect(await api.askSigned(signer, 'userDataStream.subscribe.signature')).toMatchObject({ status: 200 });
    const list = await anna.done<List>('POST', 'order/oco', {
      symbol,
      side: 'BUY',
      quantity: '0.001',
      price: '95000',
      stopPrice: '99000',
      stopLimitPrice: '99500',
      stopLimitTimeInForce: 'GTC',
      listClientOrderId: 'legacy',
    });
    expect(list).toMatchObject({ orderReports: [{ type: 'LIMIT_MAKER' }, { type: 'STOP_LOSS_LIMIT', side: 'BUY' }] });
    const statuses = () => api.events.map(({ event }) => event).filter(({ e }) => e === 'listStatus');
    await waitFor(() => expect(statuses()).toHaveLength(1));
    expect(statuses()[0]).toMatchObject({ g: list.orderListId, C: 'legacy', l: 'EXEC_STARTED' });
  });

  test.each<[string, Query, number, string]>([
    ['of two limit orders', { belowType: 'LIMIT_MAKER' }, -1168, 'At least one OCO order must be contingent.'],
    [
      'whose sell limit is below',
      { aboveType: 'STOP_LOSS', belowType: 'LIMIT_MAKER' },
      -1166,
      'A limit order in a sell OCO must be above.',
    ],
    [
      'whose buy limit is above',
      { side: 'BUY', belowType: 'STOP_LOSS' },
      -1165,
      'A limit order in a buy OCO must be below.',
    ],
    [
      'whose stop is reached',
      { belowStopPrice: '98000', belowPrice: '97000' },
      -2010,
      'The relationship of the prices for the orders is not correct.',
    ],
  ])('is refused %s', async (_name, fields, code, msg) => {
    const { status, body } = await anna.ask('POST', '/api/v3/orderList/oco', { ...oco, ...fields });
    expect([status, body]).toEqual([400, { code, msg }]);
  });
});

test('an order that would trade with its owner expires, under the number that its event has', async () => {
  await place(anna, limit('SELL', '97000', '0.001'));
  const order = await place(anna, limit('BUY', '97000', '0.001'));
  expect(order).toMatchObject({
    status: 'EXPIRED_IN_MATCH',
    preventedMatchId: order.orderId,
    preventedQuantity: '0.00100000',
    selfTradePreventionMode: 'EXPIRE_TAKER',
  });
});
