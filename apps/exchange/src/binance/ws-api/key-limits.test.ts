import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestKey } from '../../../testing/test-api-key.ts';
import { testLimits } from '../../../testing/test-accounts.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';
import { connectWsApi, type ApiAnswer, type ApiSigner, type TestWsApi } from '../../../testing/test-ws-api.ts';

/** A key leaves its customer budget for another key. */
const [ofCustomer, ofKey] = [1_000, 500];
/** The weight of each is 20: a few more than a key may send at once, and too few for a ban of the address. */
const flood = 40;

let exchange: TestExchange;
const customers = new Map<string, TestCustomer>();
const open: TestWsApi[] = [];

beforeAll(async () => {
  const budgets = { WEIGHT_PER_10S: String(ofCustomer), KEY_WEIGHT_PER_10S: String(ofKey) };
  exchange = await startTestExchange(budgets, Date.now, testLimits);
  for (const name of ['anna', 'li', 'bystander']) customers.set(name, await exchange.register(name));
});
afterAll(() => exchange.stop());
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.terminate();
});

async function signerOf(name: string, kind: 'hmac' | 'ed25519' = 'hmac'): Promise<ApiSigner> {
  const customer = customers.get(name);
  if (!customer) throw new Error(`${name} is not registered`);
  const { key, secret, privateKey } = await createTestKey(exchange, { customer, name }, { rights: 'read', kind });
  return { apiKey: key.id, secret, ...(privateKey !== '' && { privateKey }) };
}

async function connect(): Promise<TestWsApi> {
  const api = await connectWsApi(exchange.url);
  open.push(api);
  return api;
}

/** Sends until some are refused: a budget fills up again while a slow machine answers. */
async function refusedOf(ask: () => Promise<ApiAnswer>): Promise<readonly ApiAnswer[]> {
  for (;;) {
    const answers = await Promise.all(Array.from({ length: flood }, ask));
    const refused = answers.filter(({ status }) => status !== 200);
    if (refused.length > 0) return refused;
  }
}

describe('a key above its budget', () => {
  test.each([
    ['signs its requests', 'anna', 'hmac'],
    ['is logged in', 'li', 'ed25519'],
  ] as const)(
    'that %s is refused with the time to wait, at no cost to another key and other customers',
    async (how, name, kind) => {
      const [flooding, other, stranger] = [
        await signerOf(name, kind),
        await signerOf(name),
        await signerOf('bystander'),
      ];
      const api = await connect();
      if (kind === 'ed25519') expect(await api.askSigned(flooding, 'session.logon')).toMatchObject({ status: 200 });
      const refused = await refusedOf(() =>
        how === 'is logged in'
          ? api.ask('account.status', { timestamp: Date.now() })
          : api.askSigned(flooding, 'account.status'),
      );
      for (const answer of refused) {
        expect(answer).toMatchObject({ status: 429, error: { code: -1003 } });
        const { serverTime = 0, retryAfter = 0 } = answer.error?.data ?? {};
        expect(retryAfter).toBeGreaterThan(serverTime);
        expect(retryAfter).toBeLessThanOrEqual(serverTime + 10_001);
      }
      // Over the same socket: what is over its budget is the key.
      for (const signer of [other, stranger])
        expect(await api.askSigned(signer, 'account.status')).toMatchObject({ status: 200 });
    },
  );
});
