import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestKey, sendRaw, signText, type RawAnswer, type TestKey } from '../../../testing/test-api-key.ts';
import { testLimits } from '../../../testing/test-accounts.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';

/** Two keys can use up what their customer has. */
const [ofCustomer, ofKey] = [1000, 600];
const heavy = calls.assets.worth;
const weight = 250;

let exchange: TestExchange;
let anna: TestCustomer;
let li: TestCustomer;
const keys: TestKey[] = [];
let uses = 0;

beforeAll(async () => {
  const budgets = {
    WEIGHT_PER_10S: String(ofCustomer),
    KEY_WEIGHT_PER_10S: String(ofKey),
    TRUSTED_PROXIES: '127.0.0.1,::1',
  };
  exchange = await startTestExchange(budgets, Date.now, testLimits);
  [anna, li] = [await exchange.register('anna'), await exchange.register('li')];
  for (let made = 0; made < 3; made++) keys.push(await keyOf(anna, 'anna'));
});
afterAll(() => exchange.stop());

const keyOf = (customer: TestCustomer, name: string) =>
  createTestKey(exchange, { customer, name }, { rights: 'read', kind: 'hmac' });

/** Uses a key many times at once, from an address of its own: an address has a budget too. */
function use({ key, secret }: TestKey, times: number): Promise<RawAnswer[]> {
  const headers = { 'x-forwarded-for': `10.${Number.parseInt(key.id.slice(0, 2), 16)}.${++uses}.1` };
  const request = () => ({ path: heavy.path, query: signText(secret, 'lang=en'), headers });
  return Promise.all(Array.from({ length: times }, () => sendRaw(exchange.url, key.id, request())));
}

const refusedOf = (answers: readonly RawAnswer[]) => answers.filter(({ status }) => status === 429);
const budgetsOf = ({ headers }: RawAnswer) =>
  new Map(
    [...(headers.get('ratelimit') ?? '').matchAll(/"(\w+)";r=(\d+);t=(\d+)/g)].map(([, name, left]) => [
      name,
      Number(left),
    ]),
  );

describe('calls by a key', () => {
  test('are charged by weight to the key and its customer, whose headers show both budgets', async () => {
    const [answer] = await use(await keyOf(li, 'li'), 1);
    const budgets = answer ? budgetsOf(answer) : new Map();
    expect(budgets.get('key')).toBe(ofKey - weight);
    // Setting up cost a little.
    expect(budgets.get('weight')).toBeLessThanOrEqual(ofCustomer - weight);
  });

  test('beyond the key’s budget are refused with 429 and the time to wait, at no cost to another key', async () => {
    const [flooding, other] = keys as [TestKey, TestKey];
    const refused = refusedOf(await use(flooding, 10));
    for (const answer of refused) {
      const retryAfter = Number(answer.headers.get('retry-after'));
      expect(retryAfter).toBeGreaterThan(0);
      expect(retryAfter).toBeLessThanOrEqual(10);
      expect(answer).toMatchObject({ code: Code.tooManyRequests, data: { retryAfter } });
      expect([...budgetsOf(answer)]).toEqual([['key', expect.any(Number)]]);
    }
    expect(refused.length).toBeGreaterThan(3);
    expect((await use(other, 1))[0]?.status).toBe(200);
  });

  test('beyond the customer’s budget are refused for a key that has budget left, and not for other customers', async () => {
    const answers = (await Promise.all(keys.map((key) => use(key, 10)))).flat();
    // The customer's budget covers four calls, and each key's two.
    const refused = refusedOf(answers).find((answer) => (budgetsOf(answer).get('weight') ?? weight) < weight);
    expect(refused?.code).toBe(Code.tooManyRequests);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await use(await keyOf(li, 'li'), 1))[0]?.status).toBe(200);
  });
});
