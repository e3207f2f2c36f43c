import { calls, Code } from '@fft/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { poolBounds } from '../../src/database/pools.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../test-exchange.ts';
import { floodCandles, floodReads, floodWorth } from './heavy-reads.ts';
import { seedHistory } from './seed-history.ts';

let exchange: TestExchange;
/** Each is of an order of its own. */
const fills = 25_000;
let rich: TestCustomer;
let honest: TestCustomer;

beforeAll(async () => {
  exchange = await startTestExchange({
    REQUESTS_PER_10S: '2000',
    WEIGHT_PER_10S: '2000',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  rich = await exchange.register('rich');
  honest = await exchange.register('honest');
  for (const customer of [rich, honest]) {
    await customer.call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: '1000' });
  }
  await seedHistory(exchange.database.pool, {
    customer: Number(rich.id),
    now: Date.now(),
    fills,
    minutes: 2_000,
    markets: 12,
  });
});
afterAll(() => exchange.stop());

/** Logs in, places an order and cancels it, as an honest customer does during the flood. */
async function behaveHonestly(id: string): Promise<string[]> {
  const account = { email: 'honest@test.example', password: 'the password of honest' };
  const entered = await exchange.anonymous.call(calls.auth.login, account);
  const order = {
    clientOrderId: id,
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    price: '100',
    quantity: '0.1',
  } as const;
  const placed = await honest.call(calls.trade.create, order);
  const cancelled = await honest.call(calls.trade.cancel, { clientOrderId: id });
  return ['user' in entered ? 'in' : '', placed.state, cancelled.state];
}

const done = ['in', 'processing', 'cancelled'];

/** The only answers that a flood may get. */
const expected: ReadonlySet<number> = new Set([Code.ok, Code.tooManyRequests]);

/** The cursor after a page of a filter that matches nothing; null at the end of the past. */
async function cursorAfter(cursor: string | null): Promise<string | null> {
  const page = { state: 'cancelled', limit: 10, ...(cursor !== null && { cursor }) } as const;
  const { items, next } = await rich.call(calls.trade.history, page);
  expect(items).toEqual([]);
  return next;
}

test('a filter that matches no order reads a bounded number of orders and returns a cursor, to the end of the past', async () => {
  const cursors: string[] = [];
  for (let next = await cursorAfter(null); next !== null; next = await cursorAfter(next)) cursors.push(next);
  expect(new Set(cursors).size).toBe(cursors.length);
  expect(cursors.length).toBeGreaterThan(0);
  expect(cursors.length).toBeLessThanOrEqual(Math.ceil(fills / 3_000));
});

test('of 150 concurrent heavy calls of one customer few are answered, and others log in and trade', async () => {
  const flood = floodWorth({ url: exchange.url, token: rich.token, from: '203.0.113.1' }, 150);
  expect(await behaveHonestly('during-worth')).toEqual(done);
  const answers = await flood;
  expect([...answers.keys()].filter((code) => !expected.has(code))).toEqual([]);
  expect(answers.get(Code.ok)).toBeGreaterThan(0);
  // Two run at a time and eight wait; the rest is refused immediately.
  expect(answers.get(Code.tooManyRequests)).toBeGreaterThan(50);
});

test('the same holds for statements, volumes and histories, and for candles requested without a session', async () => {
  const floods = [
    floodReads({ url: exchange.url, token: rich.token, from: '203.0.113.1' }, 150),
    floodCandles({ url: exchange.url, from: '203.0.113.2' }, 1_200),
  ];
  expect(await behaveHonestly('during-all')).toEqual(done);
  for (const answers of await Promise.all(floods)) {
    expect([...answers.keys()].filter((code) => !expected.has(code))).toEqual([]);
    expect(answers.get(Code.tooManyRequests)).toBeGreaterThan(0);
  }
});

test('while all reading connections are blocked and their queue is full, reads are refused immediately and everything else works', async () => {
  const { maxConnections, maxWaiting } = poolBounds.reading;
  const holder = new pg.Client({ connectionString: exchange.database.url });
  await holder.connect();
  // Only lists read this table.
  await holder.query('begin; lock table favourites in access exclusive mode');
  const ask = async (): Promise<{ code: number; data: unknown }> => {
    const response = await fetch(exchange.url + calls.watchlist.favourites.path, {
      headers: { 'access-token': honest.token },
    });
    return (await response.json()) as { code: number; data: unknown };
  };
  const held = Array.from({ length: maxConnections + maxWaiting }, ask);
  const refused = { code: Code.unavailable, data: { outcomeUnknown: false, retryAfter: 1 } };
  await expect.poll(ask, { timeout: 2_500 }).toMatchObject(refused);
  expect(await behaveHonestly('during-hold')).toEqual(done);
  expect(await ask()).toMatchObject(refused);
  await holder.query('rollback');
  await holder.end();
  await Promise.all(held);
  expect(await ask()).toMatchObject({ code: Code.ok });
});
