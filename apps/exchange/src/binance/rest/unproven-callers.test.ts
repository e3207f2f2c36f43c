import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { testLimits } from '../../../testing/test-accounts.ts';
import { createTestKey, type TestKey } from '../../../testing/test-api-key.ts';
import { askBinance, signedQuery, type BinanceAnswer } from '../../../testing/test-binance.ts';
import { startTestExchange, type TestExchange } from '../../../testing/test-exchange.ts';
import { signedApiParams } from '../../../testing/test-ws-api.ts';

/** An address has three times a customer's. */
const weightPer10s = 1_000;
const ofFailure = 10;
/** Asked at a time: a budget fills up again while a slow machine answers. */
const atOnce = 200;

let exchange: TestExchange;
let key: TestKey;
let readOnly: TestKey;

beforeAll(async () => {
  const limits = { WEIGHT_PER_10S: String(weightPer10s), TRUSTED_PROXIES: '127.0.0.1,::1' };
  exchange = await startTestExchange(limits, Date.now, testLimits);
  const customer = await exchange.register('honest');
  key = await createTestKey(exchange, { customer, name: 'honest' }, { rights: 'read,trade' });
  readOnly = await createTestKey(exchange, { customer, name: 'honest' }, { rights: 'read' });
});
afterAll(() => exchange.stop());

const from = (address: string, apiKey: string) => ({ 'x-mbx-apikey': apiKey, 'x-forwarded-for': address });
const account = (address: string, by = key): Promise<BinanceAnswer> =>
  askBinance(exchange.url, '/api/v3/account', { query: signedQuery(by), headers: from(address, by.key.id) });
const badly = (address: string, apiKey: string): Promise<BinanceAnswer> =>
  askBinance(exchange.url, '/api/v3/account', {
    query: signedQuery({ secret: 'not the secret' }),
    headers: from(address, apiKey),
  });
const usedIn = async (address: string): Promise<number> => {
  const { headers } = await askBinance(exchange.url, '/api/v3/ping', { headers: { 'x-forwarded-for': address } });
  return Number(headers.get('x-mbx-used-weight-1m'));
};
/** Asks until the address is banned, and returns the statuses seen. */
async function untilBanned(ask: () => Promise<BinanceAnswer>): Promise<ReadonlySet<number>> {
  const seen = new Set<number>();
  while (!seen.has(418)) {
    for (const { status } of await Promise.all(Array.from({ length: atOnce }, ask))) seen.add(status);
  }
  return seen;
}
const unknown = (number: number): string => number.toString(16).padStart(64, '0');

describe('a request that nobody vouches for', () => {
  test.each([
    ['a wrong signature of a known key', '203.0.113.1', (): string => key.key.id, -1022],
    ['an unknown key', '203.0.113.2', (): string => unknown(7), -2015],
    ['a key without its form', '203.0.113.3', (): string => 'guess', -2014],
  ] as const)('costs its address weight: %s', async (_what, address, apiKey, code) => {
    await account('203.0.113.99');
    expect((await badly(address, apiKey())).body).toMatchObject({ code });
    expect(await usedIn(address)).toBe(ofFailure + 1);
  });

  test('is refused past the budget of its address, and the owner of the key, known here, goes on from the same address', async () => {
    const address = '203.0.113.4';
    await account('203.0.113.99');
    const seen = await untilBanned(() => badly(address, key.key.id));
    expect(seen).toEqual(new Set([400, 429, 418]));
    expect((await badly(address, unknown(8))).status).toBe(418);
    // Neither the customer's budget nor the customer pays for it, though the address is banned.
    const { status, headers } = await account(address);
    expect([status, headers.get('retry-after')]).toEqual([200, null]);
  });

  test('with a key that lacks the right costs its customer, not only the check of its signature', async () => {
    const body = new URLSearchParams(signedQuery(readOnly, { symbol: 'BTCUSDT' })).toString();
    const before = await usedIn('203.0.113.5');
    const headers = { ...from('203.0.113.5', readOnly.key.id), 'content-type': 'application/x-www-form-urlencoded' };
    const options = { method: 'DELETE', body, headers };
    const answer: BinanceAnswer = await askBinance(exchange.url, '/api/v3/openOrders', options);
    expect(answer.body).toMatchObject({ code: -2015 });
    expect(await usedIn('203.0.113.5')).toBeGreaterThan(before);
  });

  test('costs as much over the WebSocket API', async () => {
    const address = '203.0.113.6';
    const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}/ws-api/v3`, {
      headers: { 'x-forwarded-for': address },
    });
    await once(socket, 'open');
    const params = signedApiParams({ apiKey: unknown(9), secret: 'guess' }, {});
    socket.send(JSON.stringify({ id: 1, method: 'account.status', params }));
    const [answer] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(answer.toString())).toMatchObject({ status: 401, error: { code: -2015 } });
    socket.terminate();
    expect(await usedIn(address)).toBeGreaterThanOrEqual(ofFailure);
  });
});

describe('one caller with many addresses', () => {
  test('of one IPv6 /64 has one budget, and IPv4 is the same address however it is written', async () => {
    await badly('2001:db8:1:2::1', unknown(10));
    expect(await usedIn('2001:db8:1:2:ffff::9')).toBe(ofFailure + 1);
    expect(await usedIn('2001:db8:1:3::1')).toBe(1);
    await badly('203.0.113.7', unknown(11));
    expect(await usedIn('::ffff:203.0.113.7')).toBe(ofFailure + 1);
    expect(await usedIn('::ffff:cb00:7107')).toBe(ofFailure + 2);
  });

  test('is banned with all of them', async () => {
    let number = 0;
    await untilBanned(() => {
      number += 1;
      return badly(`2001:db8:9:9:${number.toString(16)}::1`, unknown(1_000 + number));
    });
    const stranger = { headers: { 'x-forwarded-for': '2001:db8:9:9::abcd' } };
    expect((await askBinance(exchange.url, '/api/v3/time', stranger)).status).toBe(418);
    expect((await account('2001:db8:9:9::abcd')).status).toBe(200);
  });
});
