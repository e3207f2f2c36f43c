import { calls } from '@fft/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Query } from '../../../../testing/test-binance.ts';
import { startTestExchange, type TestExchange } from '../../../../testing/test-exchange.ts';
import { createTestTrader, type TestTrader } from '../../../../testing/test-trader.ts';
import { connectWsApi, type ApiSigner, type TestWsApi } from '../../../../testing/test-ws-api.ts';
import { takeSnapshot } from '../../../ledger/snapshots/take-snapshot.ts';
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

const amend = (fields: Query) =>
  anna.done<{ readonly executionId: number; readonly amendedOrder: Answer }>('PUT', 'order/amend/keepPriority', {
    symbol,
    ...fields,
  });
const refusalOf = async (method: string, path: string, fields: Query) =>
  (await anna.ask(method, `/api/v3/${path}`, { symbol, ...fields })).body;

test('an order takes the name that its amendment gives, and is found by both', async () => {
  const { orderId } = await place(anna, 'BUY', '90000', '0.004', { newClientOrderId: 'first' });
  const { amendedOrder, executionId } = await amend({ orderId, newQty: '0.003', newClientOrderId: 'second' });
  expect(amendedOrder).toMatchObject({
    orderId,
    origClientOrderId: 'first',
    clientOrderId: 'second',
    qty: '0.00300000',
  });
  for (const origClientOrderId of ['first', 'second']) {
    expect(await read({ origClientOrderId })).toMatchObject({ orderId, clientOrderId: 'second' });
    expect(await read({ orderId, origClientOrderId })).toMatchObject({ orderId, clientOrderId: 'second' });
  }
  expect(await anna.done('GET', 'openOrders', { symbol })).toMatchObject([{ orderId, clientOrderId: 'second' }]);
  await waitFor(() =>
    expect(events('executionReport').at(-1)).toMatchObject({ x: 'REPLACED', c: 'second', C: 'first', I: executionId }),
  );
  const socket = await api.askSigned(signer, 'order.amend.keepPriority', {
    symbol,
    origClientOrderId: 'second',
    newQty: '0.002',
    newClientOrderId: 'third',
  });
  expect(socket).toMatchObject({ result: { amendedOrder: { origClientOrderId: 'second', clientOrderId: 'third' } } });
  // Without a name it keeps the one that it has.
  expect(await amend({ origClientOrderId: 'third', newQty: '0.001' })).toMatchObject({
    amendedOrder: { origClientOrderId: 'third', clientOrderId: 'third' },
  });
  for (const origClientOrderId of ['first', 'second', 'third']) {
    expect(await read({ origClientOrderId })).toMatchObject({ orderId, clientOrderId: 'third' });
  }
  expect(await anna.done('DELETE', 'order', { symbol, origClientOrderId: 'third' })).toMatchObject({
    orderId,
    origClientOrderId: 'third',
    status: 'CANCELED',
  });
  await waitFor(() => expect(events('executionReport').at(-1)).toMatchObject({ X: 'CANCELED', C: 'third' }));
  expect(await read({ origClientOrderId: 'third' })).toMatchObject({ orderId, clientOrderId: 'third' });
});

test('a name is one open order’s alone, whether it was placed with it or amended', async () => {
  const one = await place(anna, 'BUY', '90000', '0.003', { newClientOrderId: 'one' });
  const two = await place(anna, 'BUY', '90001', '0.003', { newClientOrderId: 'two' });
  await amend({ orderId: one.orderId, newQty: '0.002', newClientOrderId: 'uno' });
  const taken = { code: -2038, msg: 'Duplicate order sent.' };
  for (const newClientOrderId of ['one', 'uno']) {
    const fields = { orderId: two.orderId, newQty: '0.002', newClientOrderId };
    expect(await refusalOf('PUT', 'order/amend/keepPriority', fields)).toEqual(taken);
  }
  const order = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '90002', quantity: '0.001' };
  const duplicate = { code: -2010, msg: 'Duplicate order sent.' };
  expect(await refusalOf('POST', 'order', { ...order, newClientOrderId: 'uno' })).toEqual(duplicate);
  const replacement = { ...order, cancelReplaceMode: 'STOP_ON_FAILURE', newClientOrderId: 'uno' };
  const ofOther = { ...replacement, cancelOrderId: two.orderId };
  expect(await refusalOf('POST', 'order/cancelReplace', ofOther)).toEqual(duplicate);
  expect(await read({ orderId: two.orderId })).toMatchObject({ status: 'NEW' });
  const own = { symbol, ...replacement, cancelOrderId: one.orderId };
  expect(await anna.done('POST', 'order/cancelReplace', own)).toMatchObject({
    newOrderResponse: { clientOrderId: 'uno', status: 'NEW' },
  });
  expect(await read({ origClientOrderId: 'uno' })).toMatchObject({ price: '90002.00000000' });
  expect(await amend({ orderId: two.orderId, newQty: '0.002', newClientOrderId: 'two' })).toMatchObject({
    amendedOrder: { clientOrderId: 'two' },
  });
  expect(
    await refusalOf('PUT', 'order/amend/keepPriority', {
      orderId: two.orderId,
      newQty: '0.001',
      newClientOrderId: 'tp:1',
    }),
  ).toMatchObject({ code: -1100 });
});

test('names and amendments survive a restart, from the journal and from a snapshot', async () => {
  const open = await place(anna, 'BUY', '90000', '0.004', { newClientOrderId: 'kept' });
  const ended = await place(anna, 'BUY', '90001', '0.004', { newClientOrderId: 'gone' });
  const [first, , second] = [
    await amend({ orderId: open.orderId, newQty: '0.003', newClientOrderId: 'kept.2' }),
    await amend({ orderId: ended.orderId, newQty: '0.003', newClientOrderId: 'gone.2' }),
    await amend({ orderId: open.orderId, newQty: '0.001' }),
  ];
  await anna.done('DELETE', 'order', { symbol, orderId: ended.orderId });
  const expectNames = async (): Promise<void> => {
    for (const [name, orderId] of [
      ['kept', open.orderId],
      ['kept.2', open.orderId],
      ['gone', ended.orderId],
      ['gone.2', ended.orderId],
    ] as const) {
      expect(await read({ origClientOrderId: name })).toMatchObject({ orderId });
    }
    const names = (await anna.done<Order[]>('GET', 'allOrders', { symbol, orderId: open.orderId })).map(
      ({ clientOrderId }) => clientOrderId,
    );
    expect(names).toEqual(['kept.2', 'gone.2']);
    const query = { symbol, orderId: open.orderId };
    const amendments = await anna.done<Answer[]>('GET', 'order/amendments', query);
    expect(amendments).toEqual([
      {
        symbol,
        orderId: open.orderId,
        executionId: first.executionId,
        origClientOrderId: 'kept',
        newClientOrderId: 'kept.2',
        origQty: '0.00400000',
        newQty: '0.00300000',
        time: expect.any(Number) as number,
      },
      {
        symbol,
        orderId: open.orderId,
        executionId: second.executionId,
        origClientOrderId: 'kept.2',
        newClientOrderId: 'kept.2',
        origQty: '0.00300000',
        newQty: '0.00100000',
        time: expect.any(Number) as number,
      },
    ]);
    const later = await api.askSigned(signer, 'order.amendments', { ...query, fromExecutionId: second.executionId });
    expect(later.result).toEqual(amendments.slice(1));
    expect(await anna.done('GET', 'order/amendments', { ...query, limit: 1 })).toEqual(amendments.slice(0, 1));
  };
  await expectNames();
  const restart = async (): Promise<void> => {
    api.socket.close();
    await exchange.restart();
    await connect();
  };
  await restart();
  await expectNames();
  await takeSnapshot({ url: exchange.database.url });
  await restart();
  await expectNames();
  expect(await refusalOf('GET', 'order/amendments', { orderId: 999_999_999 })).toMatchObject({ code: -2013 });
});
