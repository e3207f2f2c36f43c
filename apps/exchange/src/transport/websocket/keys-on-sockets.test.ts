import { once } from 'node:events';
import { createStream, type Stream } from '@fft/client';
import { calls, Code, type Order } from '@fft/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { waitFor } from '../../../testing/wait-for.ts';
import { WebSocket } from 'ws';
import { createTestKey, signText, type TestKey } from '../../../testing/test-api-key.ts';
import {
  startTestExchange,
  type AnotherGateway,
  type TestCustomer,
  type TestExchange,
} from '../../../testing/test-exchange.ts';
import { testLimits } from '../../../testing/test-accounts.ts';

let exchange: TestExchange;
let other: AnotherGateway;
let anna: TestCustomer;
const open: Stream[] = [];
const sockets: WebSocket[] = [];
let ids = 0;

beforeAll(async () => {
  exchange = await startTestExchange({}, Date.now, testLimits);
  other = await exchange.another();
  anna = await exchange.register('anna');
  await anna.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '100000' });
});
afterAll(() => exchange.stop());
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
  for (const socket of sockets.splice(0)) socket.close();
});

const urlOf = (url: string) => `${url.replace('http', 'ws')}/ws`;
const keyOf = (rights: string, kind: 'hmac' | 'ed25519' = 'hmac') =>
  createTestKey(exchange, { customer: anna, name: 'anna' }, { rights, kind });
const order = () =>
  ({
    clientOrderId: `k-${++ids}`,
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    price: '20000',
    quantity: '0.001',
  }) as const;

function connect({ signing }: TestKey, url = exchange.url): Stream {
  const stream = createStream({ url: urlOf(url), key: signing });
  open.push(stream);
  return stream;
}

async function rawSocket(url = exchange.url): Promise<WebSocket> {
  const socket = new WebSocket(urlOf(url));
  sockets.push(socket);
  await once(socket, 'open');
  return socket;
}

async function ask(socket: WebSocket, request: object): Promise<{ code: number; message: string }> {
  const answered = once(socket, 'message');
  socket.send(JSON.stringify(request));
  const [data] = (await answered) as [Buffer];
  return JSON.parse(data.toString()) as { code: number; message: string };
}

/** The message that authenticates a socket, as any program builds it. */
function logIn({ key, secret }: TestKey, time = Date.now()): Record<string, unknown> {
  const signature = signText(secret, `apiKey=${key.id}`, time).split('signature=')[1];
  return { op: 'auth', id: 1, apiKey: key.id, timestamp: time, signature };
}

describe('a socket of an API key', () => {
  test.each(['hmac', 'ed25519'] as const)('places orders and receives its pushes (%s)', async (kind) => {
    const stream = connect(await keyOf('read,trade', kind));
    const pushed: Order[] = [];
    stream.subscribe('orders', (orders) => pushed.push(...orders));
    const placed = await stream.call('create', order());
    expect(placed.state).toBe('processing');
    await waitFor(() => expect(pushed.map(({ id }) => id)).toContain(placed.id));
    expect((await stream.call('cancel', { id: placed.id })).state).toBe('cancelled');
  });

  test('without the right to trade places no order, alone or among many, and arms no cancellation', async () => {
    const key = await keyOf('read');
    const stream = connect(key);
    await expect(stream.call('create', order())).rejects.toMatchObject({
      code: Code.keyRightMissing,
      data: { right: 'trade' },
    });
    const outcomes = await stream.createMany([order(), order()]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: Code.keyRightMissing } });
    const socket = await rawSocket();
    expect(await ask(socket, logIn(key))).toMatchObject({ code: Code.ok });
    expect(await ask(socket, { op: 'cancelOnDisconnect', on: true })).toMatchObject({ code: Code.keyRightMissing });
  });

  test('without the right to read receives neither orders nor balances', async () => {
    const socket = await rawSocket();
    expect(await ask(socket, logIn(await keyOf('trade')))).toMatchObject({ code: Code.ok });
    for (const channel of ['orders', 'balances', 'alerts', 'messages']) {
      const answer = await ask(socket, { op: 'subscribe', channels: [channel] });
      expect(answer).toMatchObject({ code: Code.keyRightMissing, message: expect.stringContaining('read') as unknown });
    }
    expect(await ask(socket, { op: 'subscribe', channels: ['balances', 'orders'] })).toMatchObject({
      code: Code.keyRightMissing,
    });
  });

  test('that subscribed with a session loses its private channels to a key that may not read', async () => {
    const key = await keyOf('trade');
    const socket = await rawSocket();
    await ask(socket, { op: 'auth', token: anna.token });
    await ask(socket, { op: 'subscribe', channels: ['orders'] });
    await ask(socket, logIn(key));
    const seen: string[] = [];
    socket.on('message', (data: Buffer) => seen.push(data.toString()));
    await anna.call(calls.trade.create, order());
    await ask(socket, { op: 'ping' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(seen.filter((text) => text.includes('"channel"'))).toEqual([]);
  });

  test.each<[string, (request: Record<string, unknown>) => object, number]>([
    ['a wrong signature', (request) => ({ ...request, signature: '0'.repeat(64) }), Code.signatureInvalid],
    ['no signature', ({ signature: _, ...rest }) => rest, Code.signatureInvalid],
    ['another time', (request) => ({ ...request, timestamp: Number(request['timestamp']) + 1 }), Code.signatureInvalid],
    ['no time', ({ timestamp: _, ...rest }) => rest, Code.timestampInvalid],
    ['a window that was not signed', (request) => ({ ...request, recvWindow: 60_000 }), Code.signatureInvalid],
    ['an unknown key', (request) => ({ ...request, apiKey: '0'.repeat(64) }), Code.apiKeyInvalid],
    [
      'a key that smuggles parameters',
      (request) => ({ ...request, apiKey: `${String(request['apiKey'])}&timestamp=1` }),
      Code.apiKeyInvalid,
    ],
    ['nothing', () => ({ op: 'auth', id: 1 }), Code.sessionInvalid],
  ])('is refused with %s', async (_what, change, code) => {
    const socket = await rawSocket();
    expect(await ask(socket, change(logIn(await keyOf('read'))))).toMatchObject({ op: 'auth', id: 1, code });
  });

  test('is refused with a log-in that is replayed after its window', async () => {
    const socket = await rawSocket();
    const old = logIn(await keyOf('read'), Date.now() - 6_000);
    expect(await ask(socket, old)).toMatchObject({ code: Code.timestampInvalid });
  });

  test.each(['here', 'in another process'])('is closed at once when the key is revoked, %s', async (where) => {
    const key = await keyOf('read,trade');
    const url = where === 'here' ? exchange.url : other.url;
    const [socket, session] = [await rawSocket(url), await rawSocket(url)];
    expect(await ask(socket, logIn(key))).toMatchObject({ code: Code.ok });
    expect(await ask(session, { op: 'auth', token: anna.token })).toMatchObject({ code: Code.ok });
    const closed = once(socket, 'close');
    await anna.call(calls.keys.revoke, { id: key.key.id });
    // The check of sessions is an hour away.
    const [code] = (await closed) as [number];
    expect(code).toBe(4001);
    expect(await ask(session, { op: 'ping' })).toMatchObject({ code: Code.ok });
    const again = await rawSocket(url);
    expect(await ask(again, logIn(key))).toMatchObject({ code: Code.apiKeyInvalid });
  });

  test('is closed at the check that follows the end of its key', async () => {
    const key = await createTestKey(
      exchange,
      { customer: anna, name: 'anna' },
      { rights: 'read', expires: Date.now() + 1_500 },
    );
    const socket = await rawSocket();
    expect(await ask(socket, logIn(key))).toMatchObject({ code: Code.ok });
    const closed = vi.fn<(code: number) => void>();
    socket.on('close', closed);
    await waitFor(() => {
      exchange.wake('streams.checkSessions');
      expect(closed).toHaveBeenCalledWith(4001, expect.anything());
    });
  });
});
