import { calls } from '@fft/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
  quantity: '0.001',
  aboveType: 'LIMIT_MAKER',
  abovePrice: '99000',
  belowType: 'STOP_LOSS_LIMIT',
  belowStopPrice: '95000',
  belowPrice: '94000',
  belowTimeInForce: 'GTC',
};
const legacy: Query = {
  symbol,
  side: 'SELL',
  quantity: '0.001',
  price: '99000',
  stopPrice: '95000',
  stopLimitPrice: '94000',
  stopLimitTimeInForce: 'GTC',
};
const named = (form: Query, list: string): Query =>
  form === oco
    ? { ...oco, listClientOrderId: list, aboveClientOrderId: `${list}.a`, belowClientOrderId: `${list}.b` }
    : { ...legacy, listClientOrderId: list, limitClientOrderId: `${list}.a`, stopClientOrderId: `${list}.b` };

type Placing = (query: Query) => Promise<List>;
const byRest =
  (path: string): Placing =>
  (query) =>
    anna.done<List>('POST', path, query);
const bySocket =
  (method: string): Placing =>
  async (query) => {
    const { status, result } = await api.askSigned(signer, method, query);
    expect(status).toBe(200);
    return result as List;
  };

describe('a list and both its orders have the ids that the client gave', () => {
  test.each<[string, Query, Placing]>([
    ['POST orderList/oco', oco, byRest('orderList/oco')],
    ['POST order/oco', legacy, byRest('order/oco')],
    ['orderList.place.oco', oco, (query) => bySocket('orderList.place.oco')(query)],
    ['orderList.place', legacy, (query) => bySocket('orderList.place')(query)],
  ])('placed by %s', async (path, form, placing) => {
    const id = `l.${path.replaceAll(/[^a-z]/g, '')}`;
    const list = await placing(named(form, id));
    const ids = [`${id}.a`, `${id}.b`];
    expect(list).toMatchObject({ listClientOrderId: id, orders: ids.map((clientOrderId) => ({ clientOrderId })) });
    const { orderReports: _, ...plain } = list;
    expect(await anna.done('GET', 'orderList', { origClientOrderId: id })).toEqual(plain);
    for (const origClientOrderId of ids) {
      expect(await read({ origClientOrderId })).toMatchObject({
        clientOrderId: origClientOrderId,
        orderListId: list.orderListId,
      });
    }
    await waitFor(() => expect(events('listStatus')).toHaveLength(1));
    expect(events('listStatus')[0]).toMatchObject({ g: list.orderListId, C: id, O: ids.map((c) => ({ c })) });
    const cancelled = await anna.done('DELETE', 'orderList', { symbol, listClientOrderId: id });
    expect(cancelled).toMatchObject({ listClientOrderId: id, listOrderStatus: 'ALL_DONE' });
    expect(await anna.done('GET', 'orderList', { origClientOrderId: id })).toMatchObject({
      orderListId: list.orderListId,
      listOrderStatus: 'ALL_DONE',
    });
    await waitFor(() => expect(events('listStatus').at(-1)).toMatchObject({ C: id, L: 'ALL_DONE' }));
  });
});

test('the default id of a list’s second order names it, however long the list’s id is', async () => {
  const ids = ['list.of.31.characters..........', 'a.list.of.32.characters.........', 'x'.repeat(36)];
  for (const id of ids) {
    const { orders } = await anna.done<List>('POST', 'orderList/oco', { ...oco, listClientOrderId: id });
    for (const { orderId, clientOrderId } of orders) {
      expect(await read({ origClientOrderId: String(clientOrderId) })).toMatchObject({ orderId });
    }
    expect(await anna.done('GET', 'orderList', { origClientOrderId: id })).toMatchObject({ listClientOrderId: id });
  }
});

test('an open list’s id is no other list’s, and the same list under it is the same request', async () => {
  const first = await anna.done<List>('POST', 'orderList/oco', named(oco, 'once'));
  const again = await anna.done<List>('POST', 'orderList/oco', named(oco, 'once'));
  expect(again.orderListId).toBe(first.orderListId);
  const other = { ...named(oco, 'twice'), listClientOrderId: 'once' };
  expect((await anna.ask('POST', '/api/v3/orderList/oco', other)).body).toEqual({
    code: -2010,
    msg: 'Duplicate order sent.',
  });
  await anna.done('DELETE', 'orderList', { symbol, listClientOrderId: 'once' });
  const next = await anna.done<List>('POST', 'orderList/oco', other);
  expect(await anna.done('GET', 'orderList', { origClientOrderId: 'once' })).toMatchObject({
    orderListId: next.orderListId,
  });
});

test('a restart keeps the ids of open lists and of those that are done', async () => {
  const open = await anna.done<List>('POST', 'orderList/oco', named(oco, 'kept.open'));
  const done = await anna.done<List>('POST', 'order/oco', named(legacy, 'kept.done'));
  await anna.done('DELETE', 'orderList', { symbol, listClientOrderId: 'kept.done' });
  api.socket.close();
  await exchange.restart();
  await connect();
  for (const [id, list] of [
    ['kept.open', open],
    ['kept.done', done],
  ] as const) {
    expect(await anna.done('GET', 'orderList', { origClientOrderId: id })).toMatchObject({
      orderListId: list.orderListId,
      listClientOrderId: id,
    });
  }
  const all = await anna.done<List[]>('GET', 'allOrderList');
  expect(all.slice(-2).map(({ listClientOrderId }) => listClientOrderId)).toEqual(['kept.open', 'kept.done']);
  await anna.done('DELETE', 'orderList', { symbol, listClientOrderId: 'kept.open' });
  await waitFor(() => expect(events('listStatus').at(-1)).toMatchObject({ C: 'kept.open', L: 'ALL_DONE' }));
});
