import { calls } from '@fft/contract';
import { createTestKey, type TestKey } from './test-api-key.ts';
import { askBinance, signedQuery, type BinanceAnswer, type Query } from './test-binance.ts';
import type { TestCustomer, TestExchange } from './test-exchange.ts';

/** A customer who trades over both doors. */
export interface TestTrader {
  readonly customer: TestCustomer;
  readonly key: TestKey;
  /** Asks over REST, signed. */
  ask(method: string, path: string, query?: Query): Promise<BinanceAnswer>;
  /** Like `ask` under `/api/v3`; returns the answer's JSON and expects success. */
  done<T = Record<string, unknown>>(method: string, path: string, query?: Query): Promise<T>;
}

/** Registers a customer with money and a key, which trades by default. */
export async function createTestTrader(
  exchange: TestExchange,
  name: string,
  funds: Readonly<Record<string, string>> = {},
  rights = 'read,trade',
): Promise<TestTrader> {
  const customer = await exchange.register(name);
  for (const [coin, amount] of Object.entries(funds)) {
    await customer.call(calls.demo.faucet, { requestId: `fund-${coin}`, coin, amount });
  }
  const key = await createTestKey(exchange, { customer, name }, { rights });
  const ask: TestTrader['ask'] = (method, path, query) =>
    askBinance(exchange.url, path, {
      method,
      query: signedQuery(key, query),
      headers: { 'x-mbx-apikey': key.key.id },
    });
  return {
    customer,
    key,
    ask,
    done: async <T>(method: string, path: string, query?: Query) => {
      const { status, body } = await ask(method, `/api/v3/${path}`, query);
      if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
      return body as T;
    },
  };
}
