import { calls } from '@fft/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Query } from '../../../../testing/test-binance.ts';
import { startTestExchange, type TestExchange } from '../../../../testing/test-exchange.ts';
import { createTestTrader, type TestTrader } from '../../../../testing/test-trader.ts';
import { connectWsApi, type ApiSigner, type TestWsApi } from '../../../../testing/test-ws-api.ts';

let exchange: TestExchange;
let bot: TestTrader;
let maker: TestTrader;
let api: TestWsApi;
let signer: ApiSigner;
/** What the exchange's clock is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  exchange = await startTestExchange({}, () => Date.now() + aheadMs);
  bot = await createTestTrader(exchange, 'bot', { BTC: '0.4', USDT: '50000' });
  maker = await createTestTrader(exchange, 'maker', { BTC: '0.4', USDT: '50000' });
  api = await connectWsApi(exchange.url);
  signer = { apiKey: bot.key.key.id, secret: bot.key.secret };
});
afterAll(async () => {
  api.socket.close();
  await exchange.stop();
});
beforeEach(async () => {
  for (const { customer } of [bot, maker]) await customer.call(calls.trade.cancelAll, { symbol: 'all' });
});

interface Answer {
  readonly orderId: number;
  readonly status: string;
  readonly clientOrderId: string;
}
const symbol = 'BTCUSDT';
const order = (fields: Query): Query => ({
  symbol,
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '90000',
  quantity: '0.001',
  ...fields,
});
/** Signed by the exchange's clock, over REST. */
const place = async (by: TestTrader, fields: Query) =>
  by.done<Answer>('POST', 'order', { timestamp: Date.now() + aheadMs, ...order(fields) });
const overSocket = async (fields: Query) => {
  const answer = await api.askSigned(signer, 'order.place', { timestamp: Date.now() + aheadMs, ...order(fields) });
  return { status: answer.status, ...(answer.result as Answer | undefined), ...answer.error };
};
const now = () => ({ timestamp: Date.now() + aheadMs });
const cancel = async (id: string) => bot.done<Answer>('DELETE', 'order', { ...now(), symbol, origClientOrderId: id });

describe('the id of an order that is no longer open', () => {
  test('may be used again at once after a cancellation, for the same order too, over both doors', async () => {
    const first = await place(bot, { newClientOrderId: 'bid' });
    await cancel('bid');
    const second = await place(bot, { newClientOrderId: 'bid' });
    expect(second.orderId).toBeGreaterThan(first.orderId);
    expect(second.status).toBe('NEW');
    await cancel('bid');
    expect(await overSocket({ newClientOrderId: 'bid' })).toMatchObject({ status: 'NEW', clientOrderId: 'bid' });
  });

  test('names the newest order when it is read, and the open one when it is cancelled', async () => {
    const ids = [];
    for (const price of ['90000', '90001', '90002']) {
      ids.push((await place(bot, { newClientOrderId: '1', price })).orderId);
      await cancel('1');
    }
    const open = await place(bot, { newClientOrderId: '1', price: '90003' });
    const named = { symbol, origClientOrderId: '1' };
    expect(await bot.done('GET', 'order', { ...now(), ...named })).toMatchObject({ orderId: open.orderId });
    expect(await cancel('1')).toMatchObject({ orderId: open.orderId, status: 'CANCELED' });
    expect(await bot.done('GET', 'order', { ...now(), ...named })).toMatchObject({
      orderId: open.orderId,
      status: 'CANCELED',
    });
    const all = await bot.done<Answer[]>('GET', 'allOrders', { ...now(), symbol });
    const own = all.filter(({ clientOrderId }) => clientOrderId === '1').map(({ orderId }) => orderId);
    expect(own).toEqual([...ids, open.orderId]);
  });

  test('may be used for another order at once after a fill, and refers to each order’s own fills', async () => {
    await place(maker, { side: 'SELL', price: '91000', quantity: '0.003' });
    const one = await place(bot, { newClientOrderId: '7', price: '91000' });
    const other = await place(bot, { newClientOrderId: '7', price: '91000', quantity: '0.002' });
    expect([one.status, other.status]).toEqual(['FILLED', 'FILLED']);
    const trades = async ({ orderId }: Answer) =>
      bot.done<{ readonly qty: string }[]>('GET', 'myTrades', { ...now(), symbol, orderId });
    expect((await trades(one)).map(({ qty }) => qty)).toEqual(['0.00100000']);
    expect((await trades(other)).map(({ qty }) => qty)).toEqual(['0.00200000']);
  });
});

describe('a market order that comes again', () => {
  const market: Query = {
    symbol,
    side: 'BUY',
    type: 'MARKET',
    quantity: '0.001',
    newOrderRespType: 'FULL',
  };
  const send = async (more: Query) => bot.done<Answer>('POST', 'order', { ...now(), ...market, ...more });

  test('soon is the same request, and answered with the first order and its fills', async () => {
    await place(maker, { side: 'SELL', price: '91000', quantity: '0.003' });
    const first = await send({ newClientOrderId: 'once' });
    expect(await send({ newClientOrderId: 'once' })).toEqual(first);
    aheadMs += 19_000;
    expect(await send({ newClientOrderId: 'once' })).toEqual(first);
    const { transactTime: _, ...brief } = await send({ newClientOrderId: 'once', newOrderRespType: 'RESULT' }).then(
      (answer) => answer as Answer & { readonly transactTime: number; readonly fills?: unknown },
    );
    expect(first).toMatchObject(brief);
    expect(brief).not.toHaveProperty('fills');
  });

  test('later is a new order', async () => {
    await place(maker, { side: 'SELL', price: '91000', quantity: '0.003' });
    const first = await send({ newClientOrderId: 'twice' });
    aheadMs += 20_000;
    const second = await send({ newClientOrderId: 'twice' });
    expect(second.orderId).toBeGreaterThan(first.orderId);
    expect(second.status).toBe('FILLED');
  });

  test('within a longer window is the same request for longer', async () => {
    await place(maker, { side: 'SELL', price: '91000', quantity: '0.003' });
    const first = await send({ newClientOrderId: 'long', recvWindow: 60_000 });
    aheadMs += 74_000;
    expect(await send({ newClientOrderId: 'long', recvWindow: 60_000 })).toEqual(first);
  });

  test('is recognised after a restart of the server', async () => {
    await place(maker, { side: 'SELL', price: '91000', quantity: '0.003' });
    const first = await send({ newClientOrderId: 'kept' });
    api.socket.close();
    await exchange.restart();
    api = await connectWsApi(exchange.url);
    expect(await send({ newClientOrderId: 'kept' })).toEqual(first);
  });
});

test('an open order’s id is refused once the request can no longer be the first one', async () => {
  await place(bot, { newClientOrderId: 'open' });
  aheadMs += 20_000;
  const duplicate = { code: -2010, msg: 'Duplicate order sent.' };
  const again = { ...now(), ...order({ newClientOrderId: 'open' }) };
  expect(await bot.ask('POST', '/api/v3/order', again)).toMatchObject({ status: 400, body: duplicate });
  expect(await overSocket({ newClientOrderId: 'open' })).toMatchObject(duplicate);
});

test('a refused order leaves its id free', async () => {
  const refused = await bot.ask('POST', '/api/v3/order', {
    ...now(),
    ...order({ newClientOrderId: 'poor', quantity: '2' }),
  });
  expect(refused.body).toMatchObject({ code: -2010 });
  expect(await place(bot, { newClientOrderId: 'poor' })).toMatchObject({ status: 'NEW' });
});

describe('cancelReplace', () => {
  test('may give the new order the id of the one that it cancels', async () => {
    const first = await place(bot, { newClientOrderId: 'slot' });
    const query = {
      ...now(),
      ...order({ newClientOrderId: 'slot' }),
      cancelReplaceMode: 'STOP_ON_FAILURE',
      cancelOrigClientOrderId: 'slot',
    };
    const replaced = await bot.done<{ newOrderResponse: Answer }>('POST', 'order/cancelReplace', query);
    expect(replaced).toMatchObject({
      cancelResponse: { orderId: first.orderId, status: 'CANCELED' },
      newOrderResponse: { clientOrderId: 'slot', status: 'NEW' },
    });
    expect(replaced.newOrderResponse.orderId).toBeGreaterThan(first.orderId);
  });

  test('still refuses a wrong order under that id, and cancels nothing', async () => {
    await place(bot, { newClientOrderId: 'slot' });
    const query = {
      ...now(),
      ...order({ newClientOrderId: 'slot', price: '10' }),
      cancelReplaceMode: 'STOP_ON_FAILURE',
      cancelOrigClientOrderId: 'slot',
    };
    expect(await bot.ask('POST', '/api/v3/order/cancelReplace', query)).toMatchObject({ body: { code: -1013 } });
    expect(await bot.done('GET', 'openOrders', { ...now(), symbol })).toMatchObject([{ clientOrderId: 'slot' }]);
  });

  test.each(['STOP_ON_FAILURE', 'ALLOW_FAILURE'])(
    'cancels nothing for what was placed before, with %s',
    async (mode) => {
      await place(bot, { newClientOrderId: 'a' });
      await place(maker, { side: 'SELL', price: '91000' });
      await place(bot, { newClientOrderId: 'b', price: '91000' });
      const query = {
        ...now(),
        ...order({ newClientOrderId: 'b', price: '91000' }),
        cancelReplaceMode: mode,
        cancelOrigClientOrderId: 'a',
      };
      const duplicate = { code: -2010, msg: 'Duplicate order sent.' };
      expect(await bot.ask('POST', '/api/v3/order/cancelReplace', query)).toMatchObject({
        status: 400,
        body: duplicate,
      });
      expect(await api.askSigned(signer, 'order.cancelReplace', query)).toMatchObject({ error: duplicate });
      expect(await bot.done('GET', 'openOrders', { ...now(), symbol })).toMatchObject([{ clientOrderId: 'a' }]);
      aheadMs += 20_000;
    },
  );
});

describe('the ids of an order list', () => {
  const oco: Query = {
    symbol,
    side: 'SELL',
    quantity: '0.001',
    aboveType: 'LIMIT_MAKER',
    abovePrice: '99000',
    aboveClientOrderId: 'leg',
    belowType: 'STOP_LOSS_LIMIT',
    belowStopPrice: '80000',
    belowPrice: '79000',
    belowTimeInForce: 'GTC',
    listClientOrderId: 'list',
  };
  interface List {
    readonly orderListId: number;
    readonly orders: readonly Answer[];
  }
  const send = async () => bot.done<List>('POST', 'orderList/oco', { ...now(), ...oco });

  test('may be used again once it is cancelled, and name the newest list', async () => {
    await place(maker, { side: 'SELL', price: '91000' });
    await place(bot, { newClientOrderId: 'last', price: '91000' });
    const first = await send();
    expect(await send()).toEqual(first);
    await bot.done('DELETE', 'orderList', { ...now(), symbol, listClientOrderId: 'list' });
    const second = await send();
    expect(second.orderListId).toBeGreaterThan(first.orderListId);
    expect(await bot.done('GET', 'orderList', { ...now(), origClientOrderId: 'list' })).toMatchObject({
      orderListId: second.orderListId,
      listOrderStatus: 'EXECUTING',
    });
    const all = await bot.done<List[]>('GET', 'allOrderList', now());
    expect(all.map(({ orderListId, orders }) => [orderListId, orders.map(({ orderId }) => orderId)])).toEqual(
      [first, second].map(({ orderListId, orders }) => [orderListId, orders.map(({ orderId }) => orderId)]),
    );
    const pairs = await bot.customer.call(calls.trade.history, { state: 'processing', wholePairs: true });
    expect(pairs.items.map(({ id }) => Number(id))).toEqual(second.orders.map(({ orderId }) => orderId).toReversed());
  });
});
