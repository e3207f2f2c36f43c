import { keyRights, type KeyRight } from '@fft/contract';
import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { binanceTable, nameOf } from '../../../testing/binance-table.ts';
import { createKeyPerRight } from '../../../testing/key-per-right.ts';
import type { TestKey } from '../../../testing/test-api-key.ts';
import { testLimits } from '../../../testing/test-accounts.ts';
import { askBinance, signedQuery } from '../../../testing/test-binance.ts';
import { startTestExchange, type TestExchange } from '../../../testing/test-exchange.ts';

let exchange: TestExchange;
let keys: ReadonlyMap<KeyRight, TestKey>;

beforeAll(async () => {
  exchange = await startTestExchange({}, Date.now, testLimits);
  keys = await createKeyPerRight(exchange);
});
afterAll(() => exchange.stop());

const table = binanceTable();
const overRest = table.flatMap((call) => (call.rest === null ? [] : [{ name: nameOf(call), call, rest: call.rest }]));

function keyOf(right: KeyRight): TestKey {
  const key = keys.get(right);
  if (!key) throw new Error('no key');
  return key;
}

describe('the table', () => {
  test('names each path and each method once', () => {
    const places = overRest.map(({ name }) => name);
    const methods = table.flatMap(({ ws }) => ws ?? []);
    expect(new Set(places).size).toBe(places.length);
    expect(new Set(methods).size).toBe(methods.length);
  });
});

describe.each(keyRights)('a key that may %s', (right) => {
  test.each(overRest)('asks $name', async ({ call, rest: [method, path] }) => {
    const { key, secret } = keyOf(right);
    const signed = call.security === 'none' ? '' : signedQuery({ secret });
    const headers = { 'x-mbx-apikey': key.id };
    const { status, body } = await askBinance(exchange.url, path, { method, query: signed, headers });
    expect(status).toBeLessThan(500);
    const { code = 0 } = body as { code?: number };
    if (call.right === null || call.right === right) expect([-2014, -2015, -1022, -1021]).not.toContain(code);
    else expect([status, code]).toEqual([401, -2015]);
  });
});

describe('a request to a signed call', () => {
  const path = '/api/v3/account';
  const ask = (query: string, headers: Record<string, string>) => askBinance(exchange.url, path, { query, headers });

  test.each<[string, (key: TestKey) => [query: string, apiKey?: string], number, number]>([
    ['without a key', (key) => [signedQuery(key)], 401, -2014],
    ['with a key of another form', (key) => [signedQuery(key), 'abc'], 401, -2014],
    ['with an unknown key', (key) => [signedQuery(key), 'a'.repeat(64)], 401, -2015],
    ['signed by another secret', ({ key }) => [signedQuery({ secret: 'x' }), key.id], 400, -1022],
    [
      'changed after it was signed',
      (key) => [signedQuery(key).replace('timestamp', 'omitZeroBalances=true&timestamp'), key.key.id],
      400,
      -1022,
    ],
    ['without a signature', ({ key }) => [`timestamp=${Date.now()}`, key.id], 400, -1102],
    ['without a time', ({ key }) => ['signature=aa', key.id], 400, -1102],
    ['of an old time', (key) => [signedQuery(key, { timestamp: Date.now() - 10_000 }), key.key.id], 400, -1021],
    ['ahead of our time', (key) => [signedQuery(key, { timestamp: Date.now() + 10_000 }), key.key.id], 400, -1021],
    ['with too wide a window', (key) => [signedQuery(key, { recvWindow: 60_001 }), key.key.id], 400, -1131],
    ['with a parameter twice', (key) => [`timestamp=1&${signedQuery(key)}`, key.key.id], 400, -1101],
    ['with an unknown parameter', (key) => [signedQuery(key, { a: 1, b: 2 }), key.key.id], 400, -1101],
  ])('%s is refused', async (_what, make, status, code) => {
    const [query, apiKey] = make(keyOf('read'));
    const answer = await ask(query, apiKey === undefined ? {} : { 'x-mbx-apikey': apiKey });
    expect(answer).toMatchObject({ status, body: { code } });
  });

  test('in microseconds, in the form, or with an empty JSON body is accepted', async () => {
    const key = keyOf('read');
    const headers = { 'x-mbx-apikey': key.key.id };
    const micro = await ask(signedQuery(key, { timestamp: Date.now() * 1_000 }), headers);
    expect(micro.status).toBe(200);
    const assets = '/sapi/v3/asset/getUserAsset';
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    const inForm = await askBinance(exchange.url, assets, { method: 'POST', body: signedQuery(key), headers: form });
    expect([inForm.status, inForm.body]).toEqual([200, []]);
    const json = { ...headers, 'content-type': 'application/json' };
    const empty = await askBinance(exchange.url, assets, {
      method: 'POST',
      query: signedQuery(key),
      body: '',
      headers: json,
    });
    expect(empty.status).toBe(200);
    const text = 'asset=USDT';
    const rest = `timestamp=${Date.now()}`;
    const signature = createHmac('sha256', key.secret).update(`${text}${rest}`).digest('hex');
    const body = `${rest}&signature=${signature}`;
    const split = await askBinance(exchange.url, assets, { method: 'POST', query: text, body, headers: form });
    expect(split.status).toBe(200);
  });
});

describe('malformed input', () => {
  const names = [...new Set(table.flatMap(({ params }) => Object.keys(params)))];
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '',
      '0',
      '-1',
      '1e400',
      '999999999999999999999',
      'BTCUSDT',
      '["BTCUSDT"]',
      '1m',
      'null',
      '%',
      '%zz',
      '[]',
      '{}',
      '0.1',
      '1d',
      '__proto__',
    ),
    fc.nat().map(String),
  );
  const fields = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names, 'signature', '__proto__'), fc.string()), value), {
    maxLength: 6,
  });
  const queryText = fc.oneof(
    fields.map((pairs) =>
      pairs.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`).join('&'),
    ),
    fc.string().map((text) => encodeURI(text)),
  );

  test('never fails on our side, whatever the call', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...overRest),
      queryText,
      fc.boolean(),
      async (one, text, inBody) => {
        const {
          call,
          rest: [method, path],
        } = one;
        const { key, secret } = keyOf(call.right ?? 'read');
        const stamped = `${text}${text === '' ? '' : '&'}timestamp=${Date.now()}`;
        const signature = createHmac('sha256', secret).update(stamped).digest('hex');
        const sent = call.security === 'none' ? text : `${stamped}&signature=${signature}`;
        const headers = { 'x-mbx-apikey': key.id, 'content-type': 'application/x-www-form-urlencoded' };
        const request = inBody && method !== 'GET' ? { body: sent } : { query: sent };
        const { status, body } = await askBinance(exchange.url, path, { method, headers, ...request });
        expect([status < 500 || status === 503, body]).toEqual([true, body]);
        if (status >= 400)
          expect(body).toMatchObject({ code: expect.any(Number) as number, msg: expect.any(String) as string });
      },
    );
    await fc.assert(property, { numRuns: 600, seed: 52 });
    expect([...exchange.incidents.counts]).toEqual([]);
  });

  test('a body that is too long is refused', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = `a=${'b'.repeat(20_000)}`;
    const answer = await askBinance(exchange.url, '/sapi/v3/asset/getUserAsset', { method: 'POST', body, headers });
    expect(answer).toMatchObject({ status: 413, body: { code: -1000 } });
  });
});
