import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { createStream, NetworkError, type Stream } from '@fft/client';
import { calls, Code } from '@fft/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from '../../testing/wait-for.ts';
import { WebSocket as NodeWebSocket } from 'ws';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../testing/test-exchange.ts';
import type { CallAnswer } from '../transport/http/execute-call.ts';
import { OrderEntry } from './order-entry.ts';
import { SerialQueue } from '../transport/websocket/serial-queue.ts';

let exchange: TestExchange;
let anna: TestCustomer;
const open: Stream[] = [];

beforeAll(async () => {
  exchange = await startTestExchange({ ORDERS_PER_10S: '400' });
  anna = await exchange.register('anna');
  await anna.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
});
afterAll(() => exchange.stop());
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

const wsUrl = () => `${exchange.url.replace('http', 'ws')}/ws`;

function connect(token: string | null = anna.token): Stream {
  const stream = createStream({ url: wsUrl(), token: () => token });
  open.push(stream);
  return stream;
}

const sale = (clientOrderId: string, quantity = '0.0002') =>
  ({ clientOrderId, symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '97000', quantity }) as const;

async function openIds(): Promise<string[]> {
  const { items } = await anna.call(calls.trade.openOrders, { limit: 100 });
  return items.map(({ clientOrderId }) => clientOrderId);
}

describe('orders over a socket', () => {
  test('socket orders are placed and cancelled as by call, and an id names the same order either way', async () => {
    const stream = connect();
    const placed = await stream.call('create', sale('socket-1'));
    expect(placed).toMatchObject({ clientOrderId: 'socket-1', state: 'processing', quantity: '0.00020' });
    expect(await anna.call(calls.trade.create, sale('socket-1'))).toEqual(placed);
    expect(await stream.call('create', sale('socket-1'))).toEqual(placed);
    expect(await stream.call('cancel', { id: placed.id })).toMatchObject({ id: placed.id, state: 'cancelled' });
    expect(await openIds()).not.toContain('socket-1');
  });

  test('socket requests need no waiting in between: each is answered, in order', async () => {
    const stream = connect();
    const sent = Array.from({ length: 60 }, (_, index) => [
      stream.call('create', sale(`pipe-${index}`)),
      stream.call('cancel', { clientOrderId: `pipe-${index}` }),
    ]).flat();
    const answers = await Promise.all(sent);
    expect(answers.map(({ state }) => state)).toEqual(sent.map((_, n) => (n % 2 === 0 ? 'processing' : 'cancelled')));
    const ids = answers.map(({ id }) => Number(id)).filter((_, n) => n % 2 === 0);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  });

  test.each([
    ['a missing field', { ...sale('no-price'), price: undefined }, Code.badRequest],
    ['an unknown market', { ...sale('no-market'), symbol: 'XYZ/USDT' }, Code.notFound],
    ['more than the balance', sale('too-much', '5'), Code.insufficientBalance],
    ['less than the minimum', sale('too-little', '0.00001'), Code.amountOutOfRange],
  ])('a socket order with %s is refused as by call', async (_name, input, code) => {
    const refusal = await anna.call(calls.trade.create, input).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'RefusedError', code });
    const again = { ...input, clientOrderId: `${input.clientOrderId}-2` };
    await expect(connect().call('create', again)).rejects.toEqual(refusal);
  });

  test('a socket order needs a session', async () => {
    await expect(connect(null).call('create', sale('nobody'))).rejects.toMatchObject({ code: Code.sessionInvalid });
    await expect(connect('x'.repeat(43)).call('create', sale('nobody'))).rejects.toMatchObject({
      code: Code.sessionInvalid,
    });
  });

  test('socket orders count towards the same limit as calls', async () => {
    const busy = await exchange.register('busy');
    const stream = connect(busy.token);
    const outcomes = await Promise.all(
      Array.from({ length: 402 }, (_, index) =>
        stream.call('create', sale(`many-${index}`)).catch((error: { code: number }) => error.code),
      ),
    );
    expect(outcomes.filter((code) => code === Code.insufficientBalance)).toHaveLength(400);
    expect(outcomes.filter((code) => code === Code.tooManyRequests)).toHaveLength(2);
    await expect(busy.call(calls.trade.create, sale('one-more'))).rejects.toMatchObject({ code: Code.tooManyRequests });
  });

  test('cancellations have no limit, and redundant ones are limited', async () => {
    const keen = await exchange.register('keen');
    await keen.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
    const stream = connect(keen.token);
    const placed = await stream.call('create', sale('stays'));
    const codeOf = (cancelling: Promise<unknown>) =>
      cancelling.then(
        () => Code.ok,
        ({ code }: { code: number }) => code,
      );
    // The first one counts as a cancellation; those behind it name an order that is already being cancelled.
    const ids = Array.from({ length: 401 }, () => placed.id);
    const again = await Promise.all(ids.map((id) => codeOf(stream.call('cancel', { id }))));
    expect(again.filter((code) => code === Code.ok)).toHaveLength(1);
    expect(again.filter((code) => code === Code.orderNotOpen)).toHaveLength(400);
    expect(await codeOf(stream.call('cancel', { clientOrderId: 'never-was' }))).toBe(Code.tooManyRequests);
    expect(await codeOf(keen.call(calls.trade.cancel, { id: '999999' }))).toBe(Code.tooManyRequests);
    const another = await stream.call('create', sale('goes'));
    expect(await stream.call('cancel', { id: another.id })).toMatchObject({ state: 'cancelled' });
  });

  test('more orders than fit into one message may be placed at once, and each reports its outcome', async () => {
    const stream = connect();
    const ids = Array.from({ length: 51 }, (_, index) => `dozens-${index}`);
    const orders = ids.map((id, index) => sale(id, index === 1 ? '5' : '0.0002'));
    const outcomes = await stream.createMany(orders);
    const [, refused] = outcomes;
    expect(refused).toMatchObject({ reason: { name: 'RefusedError', code: Code.insufficientBalance } });
    const placed = outcomes.map((each) => each.status === 'fulfilled' && each.value.clientOrderId);
    expect(placed).toEqual(ids.map((id, index) => index !== 1 && id));
    expect(await stream.createMany([])).toEqual([]);
    stream.close();
    expect(await stream.createMany(orders.slice(0, 1))).toMatchObject([
      { status: 'rejected', reason: { name: 'NetworkError', message: 'the stream is closed' } },
    ]);
    await anna.call(calls.trade.cancelAll, { symbol: 'all' });
  });

  test('orders whose socket closes before the answer are reported as unknown, and their ids find the outcome', async () => {
    const stream = connect();
    const placed = stream.call('create', sale('lost'));
    await waitFor(async () => expect(await openIds()).toContain('lost'));
    stream.close();
    await placed.catch((error: unknown) => expect(error).toBeInstanceOf(NetworkError));
    await expect(stream.call('create', sale('closed'))).rejects.toThrow('the stream is closed');
    expect(await anna.call(calls.trade.cancel, { clientOrderId: 'lost' })).toMatchObject({ state: 'cancelled' });
  });
});

test.each(['/nowhere', '/api/time.html'])('a socket opened at %s is answered over HTTP and closed', async (path) => {
  const { hostname, port } = new URL(exchange.url);
  const socket = connectTcp(Number(port), hostname);
  const key = 'dGhlIHNhbXBsZSBub25jZQ==';
  const lines = [`GET ${path} HTTP/1.1`, 'host: localhost', 'connection: upgrade', 'upgrade: websocket'];
  socket.write([...lines, 'sec-websocket-version: 13', `sec-websocket-key: ${key}`, '', ''].join('\r\n'));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(path === '/nowhere' ? /^HTTP\/1.1 404/ : /^HTTP\/1.1 200/);
  await once(socket, 'end');
  socket.destroy();
});

describe('a raw socket', () => {
  async function answersTo(...messages: unknown[]): Promise<Record<string, unknown>[]> {
    const socket = new NodeWebSocket(wsUrl());
    await once(socket, 'open');
    const answers: Record<string, unknown>[] = [];
    socket.on('message', (data: Buffer) => answers.push(JSON.parse(data.toString()) as Record<string, unknown>));
    for (const message of messages) socket.send(JSON.stringify(message));
    await waitFor(() => expect(answers).toHaveLength(messages.length));
    socket.terminate();
    return answers;
  }

  test('a raw socket receives the number of its request, a message in its language, and the refusal’s data', async () => {
    const [, zh, bare] = await answersTo(
      { op: 'auth', id: 1, token: anna.token },
      { op: 'create', id: 2, lang: 'zh', params: sale('raw', '5') },
      { op: 'cancel', params: { id: '999999' } },
    );
    expect(zh).toMatchObject({ op: 'create', id: 2, code: Code.insufficientBalance, data: null });
    expect(zh?.['message']).toMatch(/\p{Script=Han}/u);
    expect(bare).toMatchObject({ op: 'cancel', code: Code.notFound, message: expect.any(String) as string });
    expect(bare).not.toHaveProperty('id');
  });

  test('one message may hold many orders: they are processed in turn, one by one, and answered together', async () => {
    const orders = [sale('many-a'), sale('many-b', '5'), { ...sale('many-c'), price: undefined }, sale('many-d')];
    const [, many, one, again] = await answersTo(
      { op: 'auth', token: anna.token },
      { op: 'createMany', id: 4, params: { orders } },
      { op: 'cancel', id: 5, params: { clientOrderId: 'many-d' } },
      { op: 'createMany', id: 6, params: { orders: [sale('many-a')] } },
    );
    const placed = (clientOrderId: string) => ({ code: Code.ok, data: { clientOrderId, state: 'processing' } });
    expect(many).toMatchObject({
      op: 'createMany',
      id: 4,
      code: Code.ok,
      data: [
        placed('many-a'),
        { code: Code.insufficientBalance, data: null },
        { code: Code.badRequest, data: { fields: { price: expect.any(String) as string } } },
        placed('many-d'),
      ],
    });
    expect(one).toMatchObject({ op: 'cancel', id: 5, code: Code.ok, data: { state: 'cancelled' } });
    const first = (many?.['data'] as unknown[] | undefined)?.[0];
    expect(again?.['data']).toEqual([first]);
    await anna.call(calls.trade.cancel, { clientOrderId: 'many-a' });
  });

  test('a message of many orders without a session is refused once', async () => {
    const orders = Array.from({ length: 50 }, () => ({}));
    const [refused, other] = await answersTo(
      { op: 'createMany', id: 7, lang: 'zh', params: { orders } },
      { op: 'create', id: 8, params: sale('nobody') },
    );
    expect(refused).toMatchObject({ op: 'createMany', id: 7, code: Code.sessionInvalid, data: null });
    expect(refused?.['message']).toMatch(/\p{Script=Han}/u);
    expect(other).toMatchObject({ op: 'create', id: 8, code: Code.sessionInvalid });
  });

  test.each([
    ['no parameters', { op: 'create', id: 3 }],
    ['parameters that are not an object', { op: 'create', id: 3, params: 7 }],
    ['an invalid number', { op: 'cancel', id: 'x', params: {} }],
    ['no orders', { op: 'createMany', params: { orders: [] } }],
    [
      'more orders than a message may hold',
      { op: 'createMany', params: { orders: Array.from({ length: 51 }, () => ({})) } },
    ],
    ['an invalid order', { op: 'createMany', params: { orders: [7] } }],
    ['an unknown operation', { op: 'withdraw', id: 3, params: {} }],
  ])('a message with %s is refused as malformed', async (_name, message) => {
    expect(await answersTo(message)).toMatchObject([{ op: 'error', code: Code.badRequest }]);
  });
});

describe('cancel on disconnect', () => {
  test('orders are cancelled on disconnect for sockets that enabled it, and only for those', async () => {
    const raw = async (id: string, on: boolean) => {
      const socket = new NodeWebSocket(wsUrl());
      await once(socket, 'open');
      let answered = 0;
      socket.on('message', () => (answered += 1));
      socket.send(JSON.stringify({ op: 'auth', token: anna.token }));
      await waitFor(() => expect(answered).toBe(1));
      socket.send(JSON.stringify({ op: 'cancelOnDisconnect', on }));
      socket.send(JSON.stringify({ op: 'create', params: sale(id) }));
      await waitFor(() => expect(answered).toBe(3));
      return socket;
    };
    (await raw('stays', false)).terminate();
    const guarded = await raw('goes', true);
    expect(await openIds()).toEqual(['goes', 'stays']);
    guarded.terminate();
    await waitFor(async () => expect(await openIds()).toEqual([]));
  });

  test('cancel on disconnect stays on after a reconnect until it is switched off', async () => {
    const stream = connect();
    stream.cancelOnDisconnect(true);
    await stream.call('create', sale('first'));
    stream.restart();
    await waitFor(async () => expect(await openIds()).toEqual([]));
    await stream.call('create', sale('second'));
    stream.restart();
    await waitFor(async () => expect(await openIds()).toEqual([]));
    stream.cancelOnDisconnect(false);
    await stream.call('create', sale('third'));
    stream.close();
    const other = connect();
    expect(await other.call('cancel', { clientOrderId: 'third' })).toMatchObject({ state: 'cancelled' });
  });

  test('cancel on disconnect needs a session', async () => {
    const socket = new NodeWebSocket(wsUrl());
    await once(socket, 'open');
    socket.send(JSON.stringify({ op: 'cancelOnDisconnect', id: 1, on: true }));
    const [data] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(data.toString())).toMatchObject({ id: 1, code: Code.sessionInvalid });
    socket.terminate();
  });
});

test('a socket that floods the server is refused the excess, and continues once there is room', async () => {
  const answers: string[] = [];
  const carried: ((answered: CallAnswer) => void)[] = [];
  const carry = () => new Promise<CallAnswer>((resolve) => carried.push(resolve));
  const carrier = { execute: carry };
  const entry = new OrderEntry({
    calls: { create: carrier, cancel: carrier },
    cancelAll: () => Promise.resolve(),
    now: () => 1,
  });
  const caller = {
    customer: null,
    isOver: false,
    ip: '',
    userAgent: '',
    pending: 0,
    turns: new SerialQueue(),
    onRefusedCall: () => undefined,
    send: (text: string) => answers.push(text),
  };
  const request = (id: number) => ({ op: 'create', id, params: {} });
  for (let id = 1; id <= 1_001; id++) expect(entry.take(request(id), caller)).toBe(true);
  expect(answers.map((text) => JSON.parse(text) as unknown)).toMatchObject([
    { op: 'create', id: 1_001, code: Code.unavailable, data: { outcomeUnknown: false }, time: 1 },
  ]);
  await waitFor(() => expect(carried).toHaveLength(1));
  carried[0]?.({ code: Code.ok, body: '{"code":200,"message":"OK","data":{}}' });
  await waitFor(() => expect(answers).toHaveLength(2));
  entry.take(request(1_002), caller);
  expect(answers).toHaveLength(2);
});
