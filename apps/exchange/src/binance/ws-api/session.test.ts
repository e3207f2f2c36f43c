import { calls } from '@fft/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from '../../../testing/wait-for.ts';
import { createTestKey } from '../../../testing/test-api-key.ts';
import { testLimits } from '../../../testing/test-accounts.ts';
import {
  startTestExchange,
  type AnotherGateway,
  type TestCustomer,
  type TestExchange,
} from '../../../testing/test-exchange.ts';
import { connectWsApi, signedApiParams, type ApiSigner, type TestWsApi } from '../../../testing/test-ws-api.ts';

let exchange: TestExchange;
let other: AnotherGateway;
let anna: TestCustomer;
let li: TestCustomer;
const open: TestWsApi[] = [];

beforeAll(async () => {
  exchange = await startTestExchange({}, Date.now, testLimits);
  other = await exchange.another();
  [anna, li] = [await exchange.register('anna'), await exchange.register('li')];
});
afterAll(() => exchange.stop());
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.terminate();
});

const signerOf = async (rights = 'read,trade', kind: 'hmac' | 'ed25519' = 'hmac', name = 'anna') => {
  const made = await createTestKey(exchange, { customer: name === 'anna' ? anna : li, name }, { rights, kind });
  const signer: ApiSigner = {
    apiKey: made.key.id,
    secret: made.secret,
    ...(made.privateKey !== '' && { privateKey: made.privateKey }),
  };
  return { signer, id: made.key.id };
};
async function connect(url = exchange.url, path?: string): Promise<TestWsApi> {
  const api = await connectWsApi(url, path);
  open.push(api);
  return api;
}

describe('a request', () => {
  test('without a key answers ping and time, with the limits unless they are unwanted', async () => {
    const api = await connect();
    expect(await api.ask('ping')).toMatchObject({
      id: 1,
      status: 200,
      result: {},
      rateLimits: [{ rateLimitType: 'REQUEST_WEIGHT' }],
    });
    const time = await api.ask('v3/time', { returnRateLimits: false });
    expect(Math.abs((time.result as { serverTime: number }).serverTime - Date.now())).toBeLessThan(5_000);
    expect(time.rateLimits).toBeUndefined();
    const quiet = await connect(exchange.url, '/ws-api/v3?returnRateLimits=false&timeUnit=MICROSECOND');
    const answer = await quiet.ask('time');
    expect(answer.rateLimits).toBeUndefined();
    expect((answer.result as { serverTime: number }).serverTime).toBeGreaterThan(1e15);
  });

  test.each([
    ['no JSON', '{', null, -1135],
    ['a list', '[]', null, -1135],
    ['no id', '{"method":"ping"}', null, -1102],
    ['an id that is an object', '{"id":{},"method":"ping"}', null, -1102],
    ['no method', '{"id":"a"}', 'a', -1102],
    ['parameters that are a list', '{"id":"a","method":"ping","params":[]}', 'a', -1102],
    ['an unknown method', '{"id":"a","method":"__proto__"}', 'a', -1000],
    ['no key', '{"id":"a","method":"session.logon"}', 'a', -1102],
    ['a key that is a number', '{"id":"a","method":"session.logon","params":{"apiKey":1}}', 'a', -1102],
    [
      'nested parameters',
      '{"id":"a","method":"userDataStream.subscribe.signature","params":{"apiKey":"x","a":{"b":[]}}}',
      'a',
      -2014,
    ],
  ])('with %s is refused, and the socket goes on', async (_name, text, id, code) => {
    const api = await connect();
    expect(await api.askRaw(text)).toMatchObject({ id, error: { code } });
    expect(await api.ask('ping')).toMatchObject({ status: 200 });
  });

  test('is refused with Binance’s code for each fault of its signature', async () => {
    const { signer } = await signerOf();
    const api = await connect();
    const method = 'userDataStream.subscribe.signature';
    const good = signedApiParams(signer, {});
    for (const [params, code] of [
      [{ ...good, signature: 'f'.repeat(64) }, -1022],
      [{ ...good, signature: undefined }, -1102],
      [{ ...good, recvWindow: 6000 }, -1022],
      [signedApiParams(signer, { recvWindow: 70_000 }), -1131],
      [signedApiParams(signer, { timestamp: Date.now() - 10_000 }), -1021],
      [signedApiParams(signer, { timestamp: Date.now() + 5_000 }), -1021],
      [signedApiParams(signer, { timestamp: 'now' }), -1102],
      [signedApiParams({ ...signer, apiKey: 'unknown' }, {}), -2014],
      [signedApiParams(signer, { note: '1&timestamp=1' }), -1100],
    ] as const) {
      expect(await api.ask(method, params)).toMatchObject({ error: { code } });
    }
    expect(await api.ask(method, good)).toMatchObject({ status: 200, result: { subscriptionId: 0 } });
  });

  // Floats of Python are written so: a client signs the text that it sends.
  test.each([
    ['97000.0', '0.001', undefined],
    ['97000', '0.0010', undefined],
    ['97000.0', '1e-05', -1100],
    ['9.7e4', '0.001', -1100],
    ['97000', '12345678901234567890', -1013],
  ])('covers a price of %s and a quantity of %s as they were sent', async (price, quantity, code) => {
    const { signer } = await signerOf('trade');
    const api = await connect();
    const spelt = { price, quantity };
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', ...spelt };
    const text = JSON.stringify({ id: 1, method: 'order.test', params: signedApiParams(signer, order) });
    const sent = text.replace(`"${price}"`, price).replace(`"${quantity}"`, quantity);
    expect(sent).toContain(`:${price},`);
    const answer = await api.askRaw(sent);
    expect(answer.error?.code).toBe(code);
  });
});

describe('a log-in', () => {
  test('by Ed25519 holds until the log-out, which ends its subscription', async () => {
    const { signer, id } = await signerOf('read', 'ed25519');
    const api = await connect();
    expect(await api.ask('session.status')).toMatchObject({
      result: { apiKey: null, authorizedSince: null, userDataStream: false },
    });
    expect(await api.ask('userDataStream.subscribe')).toMatchObject({ status: 401, error: { code: -2015 } });
    expect(await api.askSigned(signer, 'session.logon')).toMatchObject({ status: 200, result: { apiKey: id } });
    expect(await api.ask('userDataStream.subscribe')).toMatchObject({ result: { subscriptionId: 0 } });
    expect(await api.ask('userDataStream.subscribe')).toMatchObject({ error: { code: -2035 } });
    expect(await api.ask('session.subscriptions')).toMatchObject({ result: [{ subscriptionId: 0 }] });
    expect(await api.ask('session.logout')).toMatchObject({ result: { apiKey: null, userDataStream: false } });
    expect(api.events).toMatchObject([{ subscriptionId: 0, event: { e: 'eventStreamTerminated' } }]);
  });

  test('by HMAC is refused', async () => {
    const { signer } = await signerOf();
    const api = await connect();
    expect(await api.askSigned(signer, 'session.logon')).toMatchObject({ error: { code: -4056 } });
  });

  test('by a key without the right to read is refused', async () => {
    const { signer } = await signerOf('trade', 'ed25519');
    const api = await connect();
    expect(await api.askSigned(signer, 'session.logon')).toMatchObject({ status: 401, error: { code: -2015 } });
  });

  test('several subscriptions of several customers share a socket, and end one by one', async () => {
    const [mine, theirs] = [await signerOf(), await signerOf('read', 'hmac', 'li')];
    const api = await connect();
    const method = 'userDataStream.subscribe.signature';
    expect(await api.askSigned(mine.signer, method)).toMatchObject({ result: { subscriptionId: 0 } });
    expect(await api.askSigned(theirs.signer, method)).toMatchObject({ result: { subscriptionId: 1 } });
    await li.call(calls.demo.faucet, { requestId: 'own', coin: 'USDT', amount: '10' });
    await waitFor(() => expect(api.events.length).toBeGreaterThan(0));
    expect(new Set(api.events.map(({ subscriptionId }) => subscriptionId))).toEqual(new Set([1]));
    expect(await api.ask('userDataStream.unsubscribe', { subscriptionId: 1 })).toMatchObject({ result: {} });
    expect(await api.ask('session.subscriptions')).toMatchObject({ result: [{ subscriptionId: 0 }] });
  });
});

describe('a key that ends', () => {
  test.each(['logged in', 'subscribed'])(
    'closes at once the sockets that are %s by it, in every process',
    async (how) => {
      const { signer, id } = await signerOf('read', how === 'logged in' ? 'ed25519' : 'hmac');
      const method = how === 'logged in' ? 'session.logon' : 'userDataStream.subscribe.signature';
      const [here, there] = [await connect(), await connect(other.url)];
      for (const api of [here, there]) expect(await api.askSigned(signer, method)).toMatchObject({ status: 200 });
      await anna.call(calls.keys.revoke, { id });
      expect(await Promise.all([here.closed, there.closed])).toEqual([4001, 4001]);
    },
  );
});
