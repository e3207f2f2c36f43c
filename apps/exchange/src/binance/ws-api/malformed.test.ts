import fc from 'fast-check';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestExchange, type TestExchange } from '../../../testing/test-exchange.ts';
import { connectWsApi } from '../../../testing/test-ws-api.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await startTestExchange();
});
afterAll(() => exchange.stop());

const methods = [
  'ping',
  'session.logon',
  'session.status',
  'session.subscriptions',
  'userDataStream.subscribe',
  'userDataStream.subscribe.signature',
  'userDataStream.unsubscribe',
  'order.place',
  'order.cancel',
  'SUBSCRIBE',
  'UNSUBSCRIBE',
  'LIST_SUBSCRIPTIONS',
  'SET_PROPERTY',
  'GET_PROPERTY',
  'constructor',
  'toString',
];
const names = [
  'apiKey',
  'signature',
  'timestamp',
  'recvWindow',
  'symbol',
  'subscriptionId',
  '__proto__',
  'constructor',
];
const params = fc.oneof(
  fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 3 })),
  fc.array(
    fc.oneof(fc.constantFrom('btcusdt@trade', 'combined', '!ticker@arr', '@', 'a@kline_1h@+08:00'), fc.jsonValue()),
  ),
  fc.jsonValue(),
);
const ids = fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.jsonValue());
const message = fc.oneof(
  fc
    .record({ id: ids, method: fc.oneof(fc.constantFrom(...methods), fc.string()), params }, { requiredKeys: [] })
    .map((one) => JSON.stringify(one)),
  fc.json(),
  fc.string(),
  fc.constantFrom('', '{', '[]', 'null', '"', '\u0000', '{"id":1,"method":"ping","params":{"a":1e999}}', '[[[[[[[[[['),
);

/** Sends texts over as many sockets as it takes: a socket that sends nothing but nonsense is closed. */
async function sendAll(path: string, texts: readonly string[], perSocket: number): Promise<void> {
  for (let from = 0; from < texts.length; from += perSocket) {
    const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}${path}`);
    socket.on('error', () => undefined);
    await once(socket, 'open');
    for (const text of texts.slice(from, from + perSocket)) if (socket.readyState === WebSocket.OPEN) socket.send(text);
    socket.close();
    if (socket.readyState !== WebSocket.CLOSED) await once(socket, 'close');
  }
}

test('no message makes the handler of a socket fail, whatever it contains', async () => {
  const texts = fc.sample(message, { numRuns: 1_000, seed: 27 });
  await sendAll('/ws-api/v3', texts, 10);
  await sendAll('/stream', texts, 5);
  await sendAll('/ws', texts.slice(0, 300), 5);
  expect([...exchange.incidents.counts]).toEqual([]);
  const api = await connectWsApi(exchange.url);
  expect(await api.ask('ping')).toMatchObject({ status: 200 });
  api.socket.close();
});

test('a path that cannot be decoded is refused, and its connection ends with that of the client', async () => {
  const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}/ws/%`);
  const [error] = (await once(socket, 'error')) as [Error];
  expect(error.message).toContain('400');
  // The server stops without waiting for it.
  await exchange.restart();
});

test('paths and queries that mean nothing are served without streams', async () => {
  for (const path of [
    '/stream?streams=%',
    '/stream?streams',
    '/stream?=&&',
    '/ws-api/v3?timeUnit',
    '/ws//',
    `/ws/${'a'.repeat(8_000)}`,
  ]) {
    const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}${path}`);
    await once(socket, 'open');
    socket.close();
    await once(socket, 'close');
  }
  expect([...exchange.incidents.counts]).toEqual([]);
});
