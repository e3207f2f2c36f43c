import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Query } from '../../../../testing/test-binance.ts';
import { type ListAnswer, symbol, TwoTraders } from '../../../../testing/two-traders.ts';
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

type Placing = (query: Query) => Promise<ListAnswer>;
const byRest =
  (path: string): Placing =>
  (query) =>
    two.anna.done<ListAnswer>('POST', path, query);
const bySocket =
  (method: string): Placing =>
  async (query) => {
    const { status, result } = await two.askSocket(method, query);
    expect(status).toBe(200);
    return result as ListAnswer;
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
    expect(await two.anna.done('GET', 'orderList', { origClientOrderId: id })).toEqual(plain);
    for (const origClientOrderId of ids) {
      expect(await two.read({ origClientOrderId })).toMatchObject({
        clientOrderId: origClientOrderId,
        orderListId: list.orderListId,
      });
    }
    await waitFor(() => expect(two.events('listStatus')).toHaveLength(1));
    expect(two.events('listStatus')[0]).toMatchObject({ g: list.orderListId, C: id, O: ids.map((c) => ({ c })) });
    const cancelled = await two.anna.done('DELETE', 'orderList', { symbol, listClientOrderId: id });
    expect(cancelled).toMatchObject({ listClientOrderId: id, listOrderStatus: 'ALL_DONE' });
    expect(await two.anna.done('GET', 'orderList', { origClientOrderId: id })).toMatchObject({
      orderListId: list.orderListId,
      listOrderStatus: 'ALL_DONE',
    });
    await waitFor(() => expect(two.events('listStatus').at(-1)).toMatchObject({ C: id, L: 'ALL_DONE' }));
  });
});

test('the default id of a list’s second order names it, however long the list’s id is', async () => {
  const ids = ['list.of.31.characters..........', 'a.list.of.32.characters.........', 'x'.repeat(36)];
  for (const id of ids) {
    const { orders } = await two.anna.done<ListAnswer>('POST', 'orderList/oco', { ...oco, listClientOrderId: id });
    for (const { orderId, clientOrderId } of orders) {
      expect(await two.read({ origClientOrderId: String(clientOrderId) })).toMatchObject({ orderId });
    }
    expect(await two.anna.done('GET', 'orderList', { origClientOrderId: id })).toMatchObject({ listClientOrderId: id });
  }
});

test('an open list’s id is no other list’s, and the same list under it is the same request', async () => {
  const first = await two.anna.done<ListAnswer>('POST', 'orderList/oco', named(oco, 'once'));
  const again = await two.anna.done<ListAnswer>('POST', 'orderList/oco', named(oco, 'once'));
  expect(again.orderListId).toBe(first.orderListId);
  const other = { ...named(oco, 'twice'), listClientOrderId: 'once' };
  expect((await two.anna.ask('POST', '/api/v3/orderList/oco', other)).body).toEqual({
    code: -2010,
    msg: 'Duplicate order sent.',
  });
  await two.anna.done('DELETE', 'orderList', { symbol, listClientOrderId: 'once' });
  const next = await two.anna.done<ListAnswer>('POST', 'orderList/oco', other);
  expect(await two.anna.done('GET', 'orderList', { origClientOrderId: 'once' })).toMatchObject({
    orderListId: next.orderListId,
  });
});

test('a restart keeps the ids of open lists and of those that are done', async () => {
  const open = await two.anna.done<ListAnswer>('POST', 'orderList/oco', named(oco, 'kept.open'));
  const done = await two.anna.done<ListAnswer>('POST', 'order/oco', named(legacy, 'kept.done'));
  await two.anna.done('DELETE', 'orderList', { symbol, listClientOrderId: 'kept.done' });
  await two.restart();
  for (const [id, list] of [
    ['kept.open', open],
    ['kept.done', done],
  ] as const) {
    expect(await two.anna.done('GET', 'orderList', { origClientOrderId: id })).toMatchObject({
      orderListId: list.orderListId,
      listClientOrderId: id,
    });
  }
  const all = await two.anna.done<ListAnswer[]>('GET', 'allOrderList');
  expect(all.slice(-2).map(({ listClientOrderId }) => listClientOrderId)).toEqual(['kept.open', 'kept.done']);
  await two.anna.done('DELETE', 'orderList', { symbol, listClientOrderId: 'kept.open' });
  await waitFor(() => expect(two.events('listStatus').at(-1)).toMatchObject({ C: 'kept.open', L: 'ALL_DONE' }));
});
