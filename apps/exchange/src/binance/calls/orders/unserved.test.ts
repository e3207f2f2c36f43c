import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestExchange } from '../../../../testing/test-exchange.ts';
import { createTestTrader, type TestTrader } from '../../../../testing/test-trader.ts';
import { connectWsApi } from '../../../../testing/test-ws-api.ts';

let exchange: TestExchange;
let trader: TestTrader;

beforeAll(async () => {
  exchange = await startTestExchange();
  trader = await createTestTrader(exchange, 'trader');
});
afterAll(() => exchange.stop());

test.each([
  { method: 'GET', path: 'myPreventedMatches', ws: 'myPreventedMatches' },
  { method: 'GET', path: 'myAllocations', ws: 'myAllocations' },
  { method: 'POST', path: 'orderList/oto', ws: 'orderList.place.oto' },
  { method: 'POST', path: 'orderList/otoco', ws: 'orderList.place.otoco' },
])('is answered with −5000, $path', async ({ method, path, ws }) => {
  const { status, body } = await trader.ask(method, `/api/v3/${path}`, { symbol: 'BTCUSDT' });
  expect([status, body]).toMatchObject([404, { code: -5000 }]);
  const api = await connectWsApi(exchange.url);
  const signer = { apiKey: trader.key.key.id, secret: trader.key.secret };
  expect(await api.askSigned(signer, ws, { symbol: 'BTCUSDT' })).toMatchObject({ status: 400, error: { code: -1000 } });
  api.socket.close();
});
