import { calls } from '@fft/contract';
import { createTestKey, type TestKey } from '../test-api-key.ts';
import { testLimits } from '../test-accounts.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../test-exchange.ts';
import { connectCcxt } from './snippets/ccxt.ts';

export type Ccxt = Awaited<ReturnType<typeof connectCcxt>>;

/** A trader of a test: a customer with money and a key. */
export interface Trader {
  readonly customer: TestCustomer;
  readonly key: TestKey;
}

const coins = { BTC: '0.3', USDT: '30000', ETH: '3' } as const;

export async function startClientsExchange(): Promise<TestExchange> {
  return startTestExchange({}, Date.now, testLimits);
}

export async function newTrader(
  exchange: TestExchange,
  name: string,
  kind: 'hmac' | 'ed25519' = 'hmac',
): Promise<Trader> {
  const customer = await exchange.register(name);
  for (const [coin, amount] of Object.entries(coins))
    await customer.call(calls.demo.faucet, { requestId: `fund-${coin}`, coin, amount });
  const key = await createTestKey(exchange, { customer, name }, { rights: 'read,trade', kind });
  return { customer, key };
}

/** ccxt as this trader. Its sockets close with `close()`. */
export function ccxtOf(url: string, { key }: Trader): Promise<Ccxt> {
  return connectCcxt(url.replace('localhost', '127.0.0.1'), key.key.id, key.privateKey || key.secret);
}
