import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { createStream, NetworkError, type Stream } from '@fft/client';
import { calls, Code } from '@fft/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
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

describe('orders by socket', () => {
  test('are placed and cancelled as by call, and the same id is the same order either way', async () => {
    const stream = connect();
    const placed = await stream.call('create', sale('socket-1'));
    expect(placed).toMatchObject({ clientOrderId: 'socket-1', state: 'processing', quantity: '0.00020' });
    expect(await anna.call(calls.trade.create, sale('socket-1'))).toEqual(placed);
    expect(await stream.call('create', sale('socket-1'))).toEqual(placed);
    expect(await stream.call('cancel', { id: placed.id })).toMatchObject({ id: placed.id, state: 'cancelled' });
    expect(await openIds()).not.toContain('socket-1');
  });

  test('need no waiting in between: each is answered, and none overtakes another', async () => {
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
    ['a field that is missing', { ...sale('no-price'), price: undefined }, Code.badRequest],
    ['a market that there is none of', { ...sale('no-market'), symbol: 'XYZ/USDT' }, Code.notFound],
    ['more than there is', sale('too-much', '5'), Code.insufficientBalance],
    ['less than the smallest order', sale('too-little', '0.00001'), Code.amountOutOfRange],
  ])('%s is refused as by call', async (_name, input, code) => {
    const refusal = await anna.call(calls.trade.create, input).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'RefusedError', code });
    const again = { ...input, clientOrderId: `${input.clientOrderId}-2` };
    await expect(connect().call('create', again)).rejects.toEqual(refusal);
  });

  test('need a session', async () => {
    await expect(connect(null).call('create', sale('nobody'))).rejects.toMatchObject({ code: Code.sessionInvalid });
    await expect(connect('x'.repeat(43)).call('create', sale('nobody'))).rejects.toMatchObject({
      code: Code.sessionInvalid,
    });
  });

  test('count for the same limit as those by call', async () => {
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

  test('are taken back without a limit, and cancellations of nothing are not sent without one', async () => {
    const keen = await exchange.register('keen');
    await keen.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
    const stream = connect(keen.token);
    const placed = await stream.call('create', sale('stays'));
    const codeOf = (cancelling: Promise<unknown>) =>
      cancelling.then(
        () => Code.ok,
        ({ code }: { code: number }) => code,
      );
    // The first one counts as what it is; those behind it name what is being cancelled already.
    const ids = Array.from({ length: 401 }, () => placed.id);
    const again = await Promise.all(ids.map((id) => codeOf(stream.call('cancel', { id }))));
    expect(again.filter((code) => code === Code.ok)).toHaveLength(1);
    expect(again.filter((code) => code === Code.orderNotOpen)).toHaveLength(400);
    expect(await codeOf(stream.call('cancel', { clientOrderId: 'never-was' }))).toBe(Code.tooManyRequests);
    expect(await codeOf(keen.call(calls.trade.cancel, { id: '999999' }))).toBe(Code.tooManyRequests);
    const another = await stream.call('create', sale('goes'));
    expect(await stream.call('cancel', { id: another.id })).toMatchObject({ state: 'cancelled' });
  });

  test('may be many at once: more than fit into a message, and each tells what became of it', async () => {
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
    await anna.call(calls.trade.cancelAll, {});
  });

  test('whose socket is lost before the answer are told as unknown, and the id tells', async () => {
    const stream = connect();
    const placed = stream.call('create', sale('lost'));
    await vi.waitFor(async () => expect(await openIds()).toContain('lost'));
    stream.close();
    await placed.catch((error: unknown) => expect(error).toBeInstanceOf(NetworkError));
    await expect(stream.call('create', sale('closed'))).rejects.toThrow('the stream is closed');
    expect(await anna.call(calls.trade.cancel, { clientOrderId: 'lost' })).toMatchObject({ state: 'cancelled' });
  });
});

test.each(['/nowhere', '/api/time.html'])(
  'a socket that is asked for at %s is answered by HTTP and ended',
  async (path) => {
    const { hostname, port } = new URL(exchange.url);
    const socket = connectTcp(Number(port), hostname);
    const key = 'dGhlIHNhbXBsZSBub25jZQ==';
    const lines = [`GET ${path} HTTP/1.1`, 'host: localhost', 'connection: upgrade', 'upgrade: websocket'];
    socket.write([...lines, 'sec-websocket-version: 13', `sec-websocket-key: ${key}`, '', ''].join('\r\n'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(path === '/nowhere' ? /^HTTP\/1.1 404/ : /^HTTP\/1.1 200/);
    await once(socket, 'end');
    socket.destroy();
  },
);

describe('a raw socket', () => {
  async function answersTo(...messages: unknown[]): Promise<Record<string, unknown>[]> {
    const socket = new NodeWebSocket(wsUrl());
    await once(socket, 'open');
    const answers: Record<string, unknown>[] = [];
    socket.on('message', (data: Buffer) => answers.push(JSON.parse(data.toString()) as Record<string, unknown>));
    for (const message of messages) socket.send(JSON.stringify(message));
    await vi.waitFor(() => expect(answers).toHaveLength(messages.length));
    socket.terminate();
    return answers;
  }

  test('hears the number of its request, a message in its language, and the refusal’s data', async () => {
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

  test('may send many orders in one message: each is carried out in turn and for itself, and all are answered together', async () => {
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

  test('nobody is refused once for all orders of a message', async () => {
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
    ['parameters that are no object', { op: 'create', id: 3, params: 7 }],
    ['a number that is none', { op: 'cancel', id: 'x', params: {} }],
    ['no order', { op: 'createMany', params: { orders: [] } }],
    [
      'more orders than a message may hold',
      { op: 'createMany', params: { orders: Array.from({ length: 51 }, () => ({})) } },
    ],
    ['an order that is none', { op: 'createMany', params: { orders: [7] } }],
    ['another operation', { op: 'withdraw', id: 3, params: {} }],
  ])('with %s is told that this is no request', async (_name, message) => {
    expect(await answersTo(message)).toMatchObject([{ op: 'error', code: Code.badRequest }]);
  });
});

describe('cancelling when the socket is gone', () => {
  test('is done where it is asked for, and only there', async () => {
    const raw = async (id: string, on: boolean) => {
      const socket = new NodeWebSocket(wsUrl());
      await once(socket, 'open');
      let answered = 0;
      socket.on('message', () => (answered += 1));
      socket.send(JSON.stringify({ op: 'auth', token: anna.token }));
      await vi.waitFor(() => expect(answered).toBe(1));
      socket.send(JSON.stringify({ op: 'cancelOnDisconnect', on }));
      socket.send(JSON.stringify({ op: 'create', params: sale(id) }));
      await vi.waitFor(() => expect(answered).toBe(3));
      return socket;
    };
    (await raw('stays', false)).terminate();
    const guarded = await raw('goes', true);
    expect(await openIds()).toEqual(['goes', 'stays']);
    guarded.terminate();
    await vi.waitFor(async () => expect(await openIds()).toEqual([]));
  });

  test('is on again after a reconnect, and off when switched off', async () => {
    const stream = connect();
    stream.cancelOnDisconnect(true);
    await stream.call('create', sale('first'));
    stream.restart();
    await vi.waitFor(async () => expect(await openIds()).toEqual([]));
    await stream.call('create', sale('second'));
    stream.restart();
    await vi.waitFor(async () => expect(await openIds()).toEqual([]));
    stream.cancelOnDisconnect(false);
    await stream.call('create', sale('third'));
    stream.close();
    const other = connect();
    expect(await other.call('cancel', { clientOrderId: 'third' })).toMatchObject({ state: 'cancelled' });
  });

  test('is not for those who haven’t logged in', async () => {
    const socket = new NodeWebSocket(wsUrl());
    await once(socket, 'open');
    socket.send(JSON.stringify({ op: 'cancelOnDisconnect', id: 1, on: true }));
    const [data] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(data.toString())).toMatchObject({ id: 1, code: Code.sessionInvalid });
    socket.terminate();
  });
});

test('a socket that sends without end is refused what is too much, and goes on once there is room', async () => {
  const answers: string[] = [];
  const carried: ((answered: CallAnswer) => void)[] = [];
  const carry = () => new Promise<CallAnswer>((resolve) => carried.push(resolve));
  const carrier = { execute: carry, executeFast: () => false };
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
  await vi.waitFor(() => expect(carried).toHaveLength(1));
  carried[0]?.({ code: Code.ok, body: '{"code":200,"message":"OK","data":{}}' });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  entry.take(request(1_002), caller);
  expect(answers).toHaveLength(2);
});
