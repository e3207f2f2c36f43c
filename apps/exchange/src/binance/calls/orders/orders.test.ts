import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '@fft/contract';
import { startTestExchange, type TestExchange } from '../../../../testing/test-exchange.ts';
import { createTestTrader, type TestTrader } from '../../../../testing/test-trader.ts';
import { connectWsApi, type ApiSigner, type TestWsApi } from '../../../../testing/test-ws-api.ts';
import type { Query } from '../../../../testing/test-binance.ts';

let exchange: TestExchange;
let maker: TestTrader;
let taker: TestTrader;
let api: TestWsApi;
let signer: ApiSigner;

beforeAll(async () => {
  exchange = await startTestExchange();
  maker = await createTestTrader(exchange, 'maker', { BTC: '0.4', USDT: '50000' });
  taker = await createTestTrader(exchange, 'taker', { BTC: '0.4', USDT: '50000' });
  api = await connectWsApi(exchange.url);
  signer = { apiKey: taker.key.key.id, secret: taker.key.secret };
});
afterAll(async () => {
  api.socket.close();
  await exchange.stop();
});

type Order = Readonly<Record<string, string | number | boolean>> & { readonly orderId: number };

const limit = (fields: Query): Query => ({ symbol: 'BTCUSDT', type: 'LIMIT', timeInForce: 'GTC', ...fields });
const sell = (price: string, quantity: string, more: Query = {}) =>
  maker.done<Order>('POST', 'order', limit({ side: 'SELL', price, quantity, ...more }));
const buy = (price: string, quantity: string, more: Query = {}) =>
  taker.done<Order>('POST', 'order', limit({ side: 'BUY', price, quantity, ...more }));

beforeEach(async () => {
  for (const trader of [maker, taker]) await trader.customer.call(calls.trade.cancelAll, { symbol: 'all' });
});

describe('a new order', () => {
  test('is answered in full, with its fills', async () => {
    const resting = await sell('97000', '0.002', { newClientOrderId: 'x-abc.1:/_' });
    expect(Object.keys(resting)).toEqual([
      'symbol',
      'orderId',
      'orderListId',
      'clientOrderId',
      'transactTime',
      'price',
      'origQty',
      'executedQty',
      'origQuoteOrderQty',
      'cummulativeQuoteQty',
      'status',
      'timeInForce',
      'type',
      'side',
      'workingTime',
      'selfTradePreventionMode',
      'fills',
    ]);
    expect(resting).toMatchObject({
      symbol: 'BTCUSDT',
      orderListId: -1,
      clientOrderId: 'x-abc.1:/_',
      price: '97000.00000000',
      origQty: '0.00200000',
      executedQty: '0.00000000',
      cummulativeQuoteQty: '0.00000000',
      status: 'NEW',
      type: 'LIMIT',
      side: 'SELL',
      workingTime: resting['transactTime'],
      selfTradePreventionMode: 'EXPIRE_TAKER',
      fills: [],
    });
    await sell('97100', '0.003');
    const bought = await taker.done('POST', 'order', {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'MARKET',
      quantity: '0.003',
    });
    expect(bought).toMatchObject({
      status: 'FILLED',
      type: 'MARKET',
      price: '0.00000000',
      executedQty: '0.00300000',
      cummulativeQuoteQty: '291.10000000',
      fills: [
        { price: '97000.00000000', qty: '0.00200000', commission: '0.00000200', commissionAsset: 'BTC' },
        { price: '97100.00000000', qty: '0.00100000', commission: '0.00000100', commissionAsset: 'BTC' },
      ],
    });
    // The coin has six places, the door eight. Zeros behind them are no precision.
    for (const quoteOrderQty of ['97.12345678', '97.1234567800']) {
      const market = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quoteOrderQty };
      const spent = await taker.done<Order>('POST', 'order', market);
      expect(spent).toMatchObject({
        origQty: '0.00100000',
        executedQty: '0.00100000',
        origQuoteOrderQty: '97.12345600',
      });
      expect(Number(spent['cummulativeQuoteQty'])).toBeLessThanOrEqual(Number(quoteOrderQty));
    }
  });

  test('a market sell by amount brings it, to the last lot', async () => {
    for (const [price, quantity] of [
      ['90500', '0.002'],
      ['90400', '0.01'],
    ] as const)
      await maker.done('POST', 'order', limit({ side: 'BUY', price, quantity }));
    const market = { symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quoteOrderQty: '300' };
    const sold = await taker.done<Order>('POST', 'order', market);
    // 0.002 at 90,500 and 0.00131 at 90,400; a further lot would bring more than 300.
    expect(sold).toMatchObject({
      status: 'FILLED',
      origQuoteOrderQty: '300.00000000',
      executedQty: '0.00331000',
      cummulativeQuoteQty: '299.42400000',
    });
    await maker.done('DELETE', 'openOrders', { symbol: 'BTCUSDT' });
  });

  test('is answered in the form that it asks for, in the unit of time that the caller wants', async () => {
    const ack = await buy('90000', '0.001', { newOrderRespType: 'ACK' });
    expect(Object.keys(ack)).toEqual(['symbol', 'orderId', 'orderListId', 'clientOrderId', 'transactTime']);
    expect(await buy('90000', '0.001', { newOrderRespType: 'RESULT' })).not.toHaveProperty('fills');
    const post = limit({ side: 'BUY', price: '90000', quantity: '0.001', type: 'LIMIT_MAKER' });
    const { timeInForce: _, ...maker } = post;
    expect(await taker.done('POST', 'order', maker)).toEqual({ ...ack, ...anyOrder });
    const fine = await api.askSigned(signer, 'order.place', { ...maker, newOrderRespType: 'RESULT' });
    expect(fine).toMatchObject({ status: 200, result: { type: 'LIMIT_MAKER', status: 'NEW' } });
    const micro = await connectWsApi(exchange.url, '/ws-api/v3?timeUnit=MICROSECOND');
    const { result } = await micro.askSigned(signer, 'order.place', maker);
    micro.socket.close();
    expect((result as { transactTime: number }).transactTime).toBeGreaterThan(1e15);
  });

  test('that comes again happens once, and another order under the id of an open one is refused', async () => {
    const fields = limit({ side: 'BUY', price: '90000', quantity: '0.001', newClientOrderId: 'once' });
    const first = await taker.ask('POST', '/api/v3/order', fields);
    const again = await taker.ask('POST', '/api/v3/order', fields);
    expect(first.status).toBe(200);
    expect([again.status, again.body]).toEqual([200, first.body]);
    const other = await taker.ask('POST', '/api/v3/order', { ...fields, price: '90001' });
    expect(other.body).toEqual({ code: -2010, msg: 'Duplicate order sent.' });
    expect(await taker.done('GET', 'openOrders', { symbol: 'BTCUSDT' })).toMatchObject([{ clientOrderId: 'once' }]);
  });

  test('waits as a stop until a trade reaches its price', async () => {
    await sell('97000', '0.001');
    await buy('97000', '0.001');
    const stop = await taker.done<Order>('POST', 'order', {
      symbol: 'BTCUSDT',
      side: 'SELL',
      type: 'STOP_LOSS_LIMIT',
      timeInForce: 'GTC',
      quantity: '0.001',
      price: '95000',
      stopPrice: '96000',
      newOrderRespType: 'RESULT',
    });
    expect(stop).toMatchObject({
      status: 'NEW',
      type: 'STOP_LOSS_LIMIT',
      stopPrice: '96000.00000000',
      workingTime: -1,
    });
    const open = await taker.done('GET', 'order', { symbol: 'BTCUSDT', orderId: stop.orderId });
    expect(open).toMatchObject({ isWorking: false, stopPrice: '96000.00000000', workingTime: -1 });
  });

  test('over both doors is checked without being placed', async () => {
    const fields = limit({ side: 'BUY', price: '90000', quantity: '0.001' });
    expect(await taker.done('POST', 'order/test', fields)).toEqual({});
    expect(await taker.done('POST', 'order/test', { ...fields, computeCommissionRates: 'true' })).toMatchObject({
      standardCommissionForOrder: { maker: '0.00080000', taker: '0.00100000' },
    });
    expect(await api.askSigned(signer, 'order.test', fields)).toMatchObject({ status: 200, result: {} });
    expect(await taker.ask('POST', '/api/v3/order/test', { ...fields, price: '0.01' })).toMatchObject({
      body: { code: -1013, msg: 'Filter failure: PRICE_FILTER' },
    });
    expect(await taker.ask('POST', '/api/v3/order/test', { ...fields, quantity: '0.00005' })).toMatchObject({
      body: { code: -1013, msg: 'Filter failure: NOTIONAL' },
    });
    expect(await taker.done('GET', 'openOrders')).toEqual([]);
  });
});

const anyOrder = {
  orderId: expect.any(Number) as number,
  clientOrderId: expect.any(String) as string,
  transactTime: expect.any(Number) as number,
};

describe('open orders', () => {
  test('are cancelled by number or client’s id, and the cancellation has an id of its own', async () => {
    const one = await buy('90000', '0.001', { newClientOrderId: 'first' });
    const cancelled = await taker.done('DELETE', 'order', {
      symbol: 'BTCUSDT',
      orderId: one.orderId,
      newClientOrderId: 'the-cancel',
    });
    expect(cancelled).toMatchObject({
      orderId: one.orderId,
      origClientOrderId: 'first',
      clientOrderId: 'the-cancel',
      status: 'CANCELED',
      executedQty: '0.00000000',
    });
    await buy('90000', '0.001', { newClientOrderId: 'second' });
    const byId = await api.askSigned(signer, 'order.cancel', { symbol: 'BTCUSDT', origClientOrderId: 'second' });
    expect(byId).toMatchObject({ status: 200, result: { origClientOrderId: 'second', status: 'CANCELED' } });
  });

  test.each([
    ['an unknown number', { orderId: 999_999_999 }, -2011, 'Unknown order sent.'],
    ['an unknown id', { origClientOrderId: 'nothing' }, -2011, 'Unknown order sent.'],
    ['no name', {}, -1102, "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!"],
    ['a wrong restriction', { orderId: 1, cancelRestrictions: 'ONLY_OLD' }, -1145, 'Invalid cancelRestrictions'],
  ])('are not cancelled by %s', async (_name, fields, code, msg) => {
    const { status, body } = await taker.ask('DELETE', '/api/v3/order', { symbol: 'BTCUSDT', ...fields });
    expect([status, body]).toEqual([400, { code, msg }]);
  });

  test('are cancelled only in the state that the request wants, and only by their owner, in their market', async () => {
    const { orderId } = await buy('90000', '0.001', { newClientOrderId: 'mine' });
    const ask = (fields: Query, by = taker) =>
      by.ask('DELETE', '/api/v3/order', { symbol: 'BTCUSDT', orderId, ...fields });
    expect((await ask({ cancelRestrictions: 'ONLY_PARTIALLY_FILLED' })).body).toEqual({
      code: -2011,
      msg: 'Order was not canceled due to cancel restrictions.',
    });
    expect((await ask({ symbol: 'ETHUSDT' })).body).toEqual({ code: -2011, msg: 'Unknown order sent.' });
    expect((await ask({ origClientOrderId: 'another' })).body).toMatchObject({ code: -2039 });
    expect((await ask({}, maker)).body).toEqual({ code: -2011, msg: 'Unknown order sent.' });
    expect((await ask({ cancelRestrictions: 'ONLY_NEW' })).status).toBe(200);
    expect((await ask({})).body).toEqual({ code: -2011, msg: 'Unknown order sent.' });
  });

  test('of one market are cancelled together', async () => {
    const [one, two] = [await buy('90000', '0.001'), await buy('90001', '0.001')];
    const all = await taker.done<Order[]>('DELETE', 'openOrders', { symbol: 'BTCUSDT' });
    expect(all.map(({ orderId, status }) => [orderId, status])).toEqual([
      [one.orderId, 'CANCELED'],
      [two.orderId, 'CANCELED'],
    ]);
    const none = await api.askSigned(signer, 'openOrders.cancelAll', { symbol: 'BTCUSDT' });
    expect(none).toMatchObject({ status: 400, error: { code: -2011, msg: 'Unknown order sent.' } });
  });

  test('that a socket sends and cancels without waiting are placed, then cancelled', async () => {
    const order = limit({ side: 'BUY', price: '90000', quantity: '0.001', newClientOrderId: 'in-flight' });
    const answers = await Promise.all([
      api.askSigned(signer, 'order.place', order),
      api.askSigned(signer, 'order.cancel', { symbol: 'BTCUSDT', origClientOrderId: 'in-flight' }),
    ]);
    expect(answers).toMatchObject([
      { status: 200, result: { status: 'NEW' } },
      { status: 200, result: { status: 'CANCELED', origClientOrderId: 'in-flight' } },
    ]);
  });
});

describe('orders and fills', () => {
  test('are read one by one, open, and by number or time', async () => {
    const sold = await sell('97000', '0.002');
    const bought = await buy('97000', '0.001');
    const open = await buy('90000', '0.001');
    const read = (order: Order) => taker.done<Order>('GET', 'order', { symbol: 'BTCUSDT', orderId: order.orderId });
    expect(await read(bought)).toMatchObject({ status: 'FILLED', cummulativeQuoteQty: '97.00000000', isWorking: true });
    expect(await taker.done('GET', 'openOrders')).toEqual([await read(open)]);
    const status = await api.askSigned(signer, 'order.status', { symbol: 'BTCUSDT', orderId: open.orderId });
    expect(status.result).toEqual(await read(open));

    const all = await taker.done<Order[]>('GET', 'allOrders', { symbol: 'BTCUSDT' });
    expect(all.slice(-2)).toEqual([await read(bought), await read(open)]);
    const from = await taker.done<Order[]>('GET', 'allOrders', {
      symbol: 'BTCUSDT',
      orderId: bought.orderId,
      limit: 1,
    });
    expect(from).toEqual([await read(bought)]);
    const startTime = Number(bought['transactTime']);
    const since = await taker.done<Order[]>('GET', 'allOrders', { symbol: 'BTCUSDT', startTime });
    expect(since.map(({ orderId }) => orderId)).toEqual([bought.orderId, open.orderId]);
    const until = await taker.done<Order[]>('GET', 'allOrders', {
      symbol: 'BTCUSDT',
      endTime: startTime - 1,
      limit: 1,
    });
    expect(until).toEqual(all.slice(-3, -2));
    const later = await taker.done<Order[]>('GET', 'allOrders', { symbol: 'BTCUSDT', startTime: Date.now() + 60_000 });
    expect(later).toEqual([]);

    const trades = await taker.done<Order[]>('GET', 'myTrades', { symbol: 'BTCUSDT', orderId: bought.orderId });
    expect(trades).toEqual([
      {
        symbol: 'BTCUSDT',
        id: (bought as unknown as { fills: { tradeId: number }[] }).fills[0]?.tradeId,
        orderId: bought.orderId,
        orderListId: -1,
        price: '97000.00000000',
        qty: '0.00100000',
        quoteQty: '97.00000000',
        commission: '0.00000100',
        commissionAsset: 'BTC',
        time: bought['transactTime'],
        isBuyer: true,
        isMaker: false,
        isBestMatch: true,
      },
    ]);
    const theirs = await maker.done<Order[]>('GET', 'myTrades', {
      symbol: 'BTCUSDT',
      fromId: Number(trades[0]?.['id']),
    });
    expect(theirs).toMatchObject([{ orderId: sold.orderId, isBuyer: false, isMaker: true, commissionAsset: 'USDT' }]);
    const last = await maker.done<Order[]>('GET', 'myTrades', { symbol: 'BTCUSDT', limit: 1 });
    expect(last).toEqual(theirs);
    const next = await maker.done<Order[]>('GET', 'myTrades', {
      symbol: 'BTCUSDT',
      fromId: Number(last[0]?.['id']) + 1,
    });
    expect(next).toEqual([]);
  });

  test.each([
    ['order', { orderId: 999_999_999 }, -2013, 'Order does not exist.'],
    ['order', { origClientOrderId: 'nothing' }, -2013, 'Order does not exist.'],
    ['allOrders', { startTime: 1, endTime: 86_400_002 }, -1127, 'More than 24 hours between startTime and endTime.'],
    ['myTrades', { fromId: 1, startTime: 1 }, -1128, 'Combination of optional parameters invalid.'],
  ])('%s refuses %j', async (path, fields, code, msg) => {
    const { status, body } = await taker.ask('GET', `/api/v3/${path}`, { symbol: 'BTCUSDT', ...fields });
    expect([status, body]).toEqual([400, { code, msg }]);
  });
});
