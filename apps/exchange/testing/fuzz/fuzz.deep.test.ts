import { calls, type Call } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { startTestExchange, type TestExchange } from '../test-exchange.ts';
import { testLimits } from '../test-accounts.ts';
import { countOddFills, countPostings, wrongsOfBooks } from './books.ts';
import { fuzz, fuzzEnvironment } from './fuzz.ts';
import { judge } from './judge.ts';
import { oddMarkets } from './odd-markets.ts';
import { createRandom } from '../faults/random.ts';
import { makeRequest } from './requests.ts';
import { inputForms } from './schema.ts';
import { isKnown, soundValue } from './sound-values.ts';
import { createWorld } from './world.ts';

const every = Object.entries(calls).flatMap(([area, byName]) =>
  Object.entries<Call>(byName).map(([name, call]) => [`${area}.${name}`, call] as const),
);
const customer = {
  id: '1000',
  token: 'token',
  email: 'a@test.example',
  password: 'a long password',
  payPassword: '294715',
  addressId: '1',
  codes: ['123456'],
};

describe('generated requests', () => {
  test('every field of the contract has a valid value', () => {
    const unknown = every.flatMap(([name, call]) =>
      inputForms(call)
        .flatMap(({ properties = {} }) => Object.entries(properties))
        .filter(([field, schema]) => field !== 'file' && !isKnown(field, schema))
        .map(([field]) => `${name} ${field}`),
    );
    expect(unknown).toEqual([]);
  });

  test.each(every.filter(([, { encoding }]) => encoding !== 'multipart'))(
    'some requests of %s pass its schema',
    (_name, call) => {
      const world = { ...createWorld(), customers: [customer] };
      const inputs = Array.from({ length: 300 }, (_, index) => {
        const random = createRandom(1, index);
        const { properties = {} } = random.pickOr(inputForms(call), {});
        const sources = { random, world, customer, index };
        return Object.fromEntries(
          Object.entries(properties).map(([name, schema]) => [name, soundValue(name, schema, sources)]),
        );
      });
      expect(inputs.some((input) => safeParse(call.input, input).success)).toBe(true);
    },
  );

  test('a seed repeats its requests, and another seed makes others', () => {
    const run = (seed: number) => Array.from({ length: 200 }, (_, index) => makeRequest(seed, index, createWorld()));
    expect(run(7)).toEqual(run(7));
    expect(run(7)).not.toEqual(run(8));
  });
});

describe('the judge', () => {
  const request = {
    ...makeRequest(1, 0, createWorld()),
    call: calls.market.time,
    method: 'GET',
    path: '/api/time.html',
  };
  const answer = (text: string, status = 200, contentType = 'application/json') => ({ status, contentType, text });
  const time = '{"code":200,"message":"OK","data":{"time":1}}';

  test('an envelope that fits the contract passes', () => {
    expect(judge(request, answer(time)).wrong).toBeNull();
    expect(judge(request, answer('{"code":404,"message":"","data":null}', 404)).wrong).toBeNull();
  });

  test.each([
    ['a server error', answer('{"code":500,"message":"","data":{"traceId":"1"}}', 500)],
    ['a server error with status 200', answer('{"code":500,"message":"","data":null}')],
    ['a page', answer('<html>', 200, 'text/html')],
    ['invalid JSON', answer('{')],
    ['no envelope', answer('{"statusCode":404,"error":"Not Found","message":"x"}', 404)],
    ['an envelope whose code contradicts the status', answer('{"code":200,"message":"","data":null}', 404)],
    ['data that breaks the contract', answer(time.replace('1}', '"1"}'))],
    ['an unknown code', answer('{"code":7,"message":"","data":null}')],
  ])('finds %s', (_what, wrong) => {
    expect(judge(request, wrong).wrong).not.toBeNull();
  });
});

describe('a fuzz run against the whole exchange', () => {
  let exchange: TestExchange;
  beforeAll(async () => {
    exchange = await startTestExchange(fuzzEnvironment, Date.now, testLimits);
  });
  afterAll(() => exchange.stop());

  test(
    'hundreds of random requests get valid envelopes without a server error, and the books balance',
    { timeout: 120_000 },
    async () => {
      const { db } = exchange.database;
      const [url = '', consoleUrl = ''] = [exchange.url, exchange.consoleUrl].map((each) =>
        each.replace('localhost', '127.0.0.1'),
      );
      const plan = { url, consoleUrl, db, seed: 1, customers: 8, connections: 8 };
      const { sent, wrongs, succeeded } = await fuzz({ ...plan, count: 900 });
      expect(wrongs).toEqual([]);
      expect(sent).toBe(900);
      expect(succeeded.size).toBeGreaterThan(25);
      const listed = await exchange.anonymous.call(calls.market.list, {});
      expect(listed.map(({ symbol }) => symbol)).toEqual(
        expect.arrayContaining(oddMarkets.map(({ symbol }) => symbol)),
      );
      await exchange.restart();
      expect(await wrongsOfBooks(db)).toEqual([]);
      expect(await countPostings(db)).toBeGreaterThan(50);
      expect(Math.max(...(await countOddFills(db)))).toBeGreaterThan(0);
    },
  );

  test('unbalanced books are found', async () => {
    const { db } = exchange.database;
    await db.updateTable('postings').set({ available_delta: 1 }).where('reason', '=', 'deposit').execute();
    expect(await wrongsOfBooks(db)).not.toEqual([]);
  });
});
