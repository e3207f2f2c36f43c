import { once } from 'node:events';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { testLimits } from '../../../testing/test-accounts.ts';
import { createTestKey, signText, type TestKey } from '../../../testing/test-api-key.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';
import { connectWsApi } from '../../../testing/test-ws-api.ts';

const hourMs = 3_600_000;
const clock = { time: Date.now() };
let ends = 0;
let exchange: TestExchange;
let anna: TestCustomer;
const keys = new Map<string, TestKey>();

beforeAll(async () => {
  exchange = await startTestExchange({}, () => clock.time, testLimits);
  anna = await exchange.register('anna');
  await anna.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '10000' });
  ends = clock.time + hourMs;
  for (const kind of ['hmac', 'ed25519'] as const) {
    const wanted = { rights: 'read,trade', kind, expires: ends };
    keys.set(kind, await createTestKey(exchange, { customer: anna, name: 'anna' }, wanted));
  }
});
afterAll(() => exchange.stop());

function keyOfAnHour(kind: 'hmac' | 'ed25519'): TestKey {
  const key = keys.get(kind);
  if (!key) throw new Error(`no ${kind} key was made`);
  clock.time = ends - hourMs / 2;
  return key;
}

test('a socket of the WebSocket API acts no more from the moment at which its key ends', async () => {
  const { key, privateKey } = keyOfAnHour('ed25519');
  const api = await connectWsApi(exchange.url);
  const signer = { apiKey: key.id, privateKey };
  expect(await api.askSigned(signer, 'session.logon', { timestamp: clock.time })).toMatchObject({ status: 200 });
  const place = (newClientOrderId: string) =>
    api.ask('order.place', {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      price: '20000',
      quantity: '0.001',
      newClientOrderId,
      timestamp: clock.time,
    });
  clock.time = ends - 1;
  expect(await place('in-time')).toMatchObject({ status: 200 });
  clock.time = ends;
  expect(await place('too-late')).toMatchObject({ status: 401, error: { code: -2015 } });
  expect(await api.ask('userDataStream.subscribe')).toMatchObject({ status: 401, error: { code: -2015 } });
  api.socket.terminate();
});

test('a native socket acts no more from the moment at which its key ends', async () => {
  const { key, secret } = keyOfAnHour('hmac');
  const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}/ws`);
  await once(socket, 'open');
  const ask = async (request: object): Promise<unknown> => {
    const answered = once(socket, 'message');
    socket.send(JSON.stringify(request));
    const [data] = (await answered) as [Buffer];
    return JSON.parse(data.toString());
  };
  const signature = signText(secret, `apiKey=${key.id}`, clock.time).split('signature=')[1];
  expect(await ask({ op: 'auth', apiKey: key.id, timestamp: clock.time, signature })).toMatchObject({ code: Code.ok });
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '20000', quantity: '0.001' };
  const create = (clientOrderId: string) => ask({ op: 'create', params: { ...order, clientOrderId } });
  const createMany = (clientOrderId: string) =>
    ask({ op: 'createMany', params: { orders: [{ ...order, clientOrderId }] } });
  clock.time = ends - 1;
  expect(await create('in-time-here')).toMatchObject({ code: Code.ok });
  clock.time = ends;
  expect(await create('too-late-here')).toMatchObject({ code: Code.sessionInvalid });
  expect(await createMany('too-late-among-many')).toMatchObject({ code: Code.sessionInvalid });
  expect(await ask({ op: 'cancelOnDisconnect', on: true })).toMatchObject({ code: Code.sessionInvalid });
  expect(await ask({ op: 'subscribe', channels: ['orders'] })).toMatchObject({ code: Code.sessionInvalid });
  socket.terminate();
});
