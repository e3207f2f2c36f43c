import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Query } from '../../../../testing/test-binance.ts';
import { type Answer, type OrderAnswer, symbol, TwoTraders } from '../../../../testing/two-traders.ts';
import { waitFor } from '../../../../testing/wait-for.ts';
import { takeSnapshot } from '../../../ledger/snapshots/take-snapshot.ts';

let two: TwoTraders;

beforeAll(async () => {
  two = await TwoTraders.start();
});
afterAll(() => two.stop());
beforeEach(() => two.clear());

const amend = (fields: Query) =>
  two.anna.done<{ readonly executionId: number; readonly amendedOrder: Answer }>('PUT', 'order/amend/keepPriority', {
    symbol,
    ...fields,
  });
const refusalOf = async (method: string, path: string, fields: Query) =>
  (await two.anna.ask(method, `/api/v3/${path}`, { symbol, ...fields })).body;

test('an order takes the name that its amendment gives, and is found by both', async () => {
  const { orderId } = await two.place(two.anna, 'BUY', '90000', '0.004', { newClientOrderId: 'first' });
  const { amendedOrder, executionId } = await amend({ orderId, newQty: '0.003', newClientOrderId: 'second' });
  expect(amendedOrder).toMatchObject({
    orderId,
    origClientOrderId: 'first',
    clientOrderId: 'second',
    qty: '0.00300000',
  });
  for (const origClientOrderId of ['first', 'second']) {
    expect(await two.read({ origClientOrderId })).toMatchObject({ orderId, clientOrderId: 'second' });
    expect(await two.read({ orderId, origClientOrderId })).toMatchObject({ orderId, clientOrderId: 'second' });
  }
  expect(await two.anna.done('GET', 'openOrders', { symbol })).toMatchObject([{ orderId, clientOrderId: 'second' }]);
  await waitFor(() =>
    expect(two.events('executionReport').at(-1)).toMatchObject({
      x: 'REPLACED',
      c: 'second',
      C: 'first',
      I: executionId,
    }),
  );
  const socket = await two.askSocket('order.amend.keepPriority', {
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
    expect(await two.read({ origClientOrderId })).toMatchObject({ orderId, clientOrderId: 'third' });
  }
  expect(await two.anna.done('DELETE', 'order', { symbol, origClientOrderId: 'third' })).toMatchObject({
    orderId,
    origClientOrderId: 'third',
    status: 'CANCELED',
  });
  await waitFor(() => expect(two.events('executionReport').at(-1)).toMatchObject({ X: 'CANCELED', C: 'third' }));
  expect(await two.read({ origClientOrderId: 'third' })).toMatchObject({ orderId, clientOrderId: 'third' });
});

test('a name is one open order’s alone, whether it was placed with it or amended', async () => {
  const one = await two.place(two.anna, 'BUY', '90000', '0.003', { newClientOrderId: 'one' });
  const other = await two.place(two.anna, 'BUY', '90001', '0.003', { newClientOrderId: 'two' });
  await amend({ orderId: one.orderId, newQty: '0.002', newClientOrderId: 'uno' });
  const taken = { code: -2038, msg: 'Duplicate order sent.' };
  for (const newClientOrderId of ['one', 'uno']) {
    const fields = { orderId: other.orderId, newQty: '0.002', newClientOrderId };
    expect(await refusalOf('PUT', 'order/amend/keepPriority', fields)).toEqual(taken);
  }
  const order = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '90002', quantity: '0.001' };
  const duplicate = { code: -2010, msg: 'Duplicate order sent.' };
  expect(await refusalOf('POST', 'order', { ...order, newClientOrderId: 'uno' })).toEqual(duplicate);
  const replacement = { ...order, cancelReplaceMode: 'STOP_ON_FAILURE', newClientOrderId: 'uno' };
  const ofOther = { ...replacement, cancelOrderId: other.orderId };
  expect(await refusalOf('POST', 'order/cancelReplace', ofOther)).toEqual(duplicate);
  expect(await two.read({ orderId: other.orderId })).toMatchObject({ status: 'NEW' });
  const own = { symbol, ...replacement, cancelOrderId: one.orderId };
  expect(await two.anna.done('POST', 'order/cancelReplace', own)).toMatchObject({
    newOrderResponse: { clientOrderId: 'uno', status: 'NEW' },
  });
  expect(await two.read({ origClientOrderId: 'uno' })).toMatchObject({ price: '90002.00000000' });
  expect(await amend({ orderId: other.orderId, newQty: '0.002', newClientOrderId: 'two' })).toMatchObject({
    amendedOrder: { clientOrderId: 'two' },
  });
  expect(
    await refusalOf('PUT', 'order/amend/keepPriority', {
      orderId: other.orderId,
      newQty: '0.001',
      newClientOrderId: 'tp:1',
    }),
  ).toMatchObject({ code: -1100 });
});

test('names and amendments survive a restart, from the journal and from a snapshot', async () => {
  const open = await two.place(two.anna, 'BUY', '90000', '0.004', { newClientOrderId: 'kept' });
  const ended = await two.place(two.anna, 'BUY', '90001', '0.004', { newClientOrderId: 'gone' });
  const [first, , second] = [
    await amend({ orderId: open.orderId, newQty: '0.003', newClientOrderId: 'kept.2' }),
    await amend({ orderId: ended.orderId, newQty: '0.003', newClientOrderId: 'gone.2' }),
    await amend({ orderId: open.orderId, newQty: '0.001' }),
  ];
  await two.anna.done('DELETE', 'order', { symbol, orderId: ended.orderId });
  const expectNames = async (): Promise<void> => {
    for (const [name, orderId] of [
      ['kept', open.orderId],
      ['kept.2', open.orderId],
      ['gone', ended.orderId],
      ['gone.2', ended.orderId],
    ] as const) {
      expect(await two.read({ origClientOrderId: name })).toMatchObject({ orderId });
    }
    const names = (await two.anna.done<OrderAnswer[]>('GET', 'allOrders', { symbol, orderId: open.orderId })).map(
      ({ clientOrderId }) => clientOrderId,
    );
    expect(names).toEqual(['kept.2', 'gone.2']);
    const query = { symbol, orderId: open.orderId };
    const amendments = await two.anna.done<Answer[]>('GET', 'order/amendments', query);
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
    const later = await two.askSocket('order.amendments', { ...query, fromExecutionId: second.executionId });
    expect(later.result).toEqual(amendments.slice(1));
    expect(await two.anna.done('GET', 'order/amendments', { ...query, limit: 1 })).toEqual(amendments.slice(0, 1));
  };
  await expectNames();
  const restart = async (): Promise<void> => {
    await two.restart();
  };
  await restart();
  await expectNames();
  await takeSnapshot({ url: two.exchange.database.url });
  await restart();
  await expectNames();
  expect(await refusalOf('GET', 'order/amendments', { orderId: 999_999_999 })).toMatchObject({ code: -2013 });
});
