import { calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestExchange } from '../../../../testing/test-exchange.ts';
import { createTestTrader, type TestTrader } from '../../../../testing/test-trader.ts';
import { connectWsApi } from '../../../../testing/test-ws-api.ts';

let exchange: TestExchange;
let trader: TestTrader;

beforeAll(async () => {
  exchange = await startTestExchange();
  trader = await createTestTrader(exchange, 'trader', { USDT: '1000' });
});
afterAll(() => exchange.stop());

const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '90000', quantity: '0.001' };
const native = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '90000', quantity: '0.001' } as const;

test('an answer counts the orders of every door and process', async () => {
  const other = await exchange.another();
  await trader.customer.call(calls.trade.create, { ...native, clientOrderId: 'native' });
  await other.as(trader.customer).call(calls.trade.create, { ...native, clientOrderId: 'elsewhere' });
  const { headers } = await trader.ask('POST', '/api/v3/order', order);
  expect(headers.get('x-mbx-order-count-1d')).toBe('3');
  expect(Number(headers.get('x-mbx-order-count-10s'))).toBeGreaterThan(0);
  const api = await connectWsApi(exchange.url);
  const signer = { apiKey: trader.key.key.id, secret: trader.key.secret };
  const { rateLimits } = await api.askSigned(signer, 'order.place', order);
  api.socket.close();
  expect(rateLimits).toContainEqual(expect.objectContaining({ interval: 'DAY', count: 4 }));
  expect(await trader.done('GET', 'rateLimit/order')).toContainEqual(
    expect.objectContaining({ interval: 'DAY', count: 4 }),
  );
});
