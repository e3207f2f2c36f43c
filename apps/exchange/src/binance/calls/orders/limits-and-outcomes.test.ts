import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestExchange } from '../../../../testing/test-exchange.ts';
import { createTestTrader, type TestTrader } from '../../../../testing/test-trader.ts';
import { connectWsApi } from '../../../../testing/test-ws-api.ts';
import { GatewayUnavailable } from '../../../ledger/gateway-unavailable.ts';
import { refuseUnavailable } from '../../../ledger/refusals.ts';
import { apiErrorOf } from '../../errors.ts';

let exchange: TestExchange;
let trader: TestTrader;

beforeAll(async () => {
  exchange = await startTestExchange({ ORDERS_PER_10S: '3' });
  trader = await createTestTrader(exchange, 'trader', { USDT: '1000' });
});
afterAll(() => exchange.stop());

const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '90000', quantity: '0.001' };
const refusal = { code: -1015, msg: 'Too many new orders; current limit is 3 orders per 10 SECOND.' };

test('more orders than the limit are refused over both doors, with the time to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => trader.ask('POST', '/api/v3/order', order)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(2);
  for (const { body, headers } of refused) {
    expect(body).toEqual(refusal);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const api = await connectWsApi(exchange.url);
  const signer = { apiKey: trader.key.key.id, secret: trader.key.secret };
  const socket = await Promise.all(Array.from({ length: 8 }, () => api.askSigned(signer, 'order.place', order)));
  api.socket.close();
  const [first] = socket.filter(({ status }) => status === 429);
  expect(first).toMatchObject({ error: { ...refusal, data: { retryAfter: expect.any(Number) as number } } });
});

test('a cancellation is not refused by the limit of orders', async () => {
  const [open] = await trader.done<readonly { readonly orderId: number }[]>('GET', 'openOrders', { symbol: 'BTCUSDT' });
  const cancelled = await trader.done('DELETE', 'order', { symbol: 'BTCUSDT', orderId: open?.orderId ?? 0 });
  expect(cancelled).toMatchObject({ orderId: open?.orderId, status: 'CANCELED' });
});

test.each([
  [true, { status: 503, code: -1007 }],
  [false, { status: 503, code: -1008 }],
])(
  'a failure of the journal whose outcome is unknown (%s) differs from one that did nothing',
  (outcomeUnknown, known) => {
    const answered = (): unknown => {
      try {
        return refuseUnavailable(new GatewayUnavailable('the journal could not be written', { outcomeUnknown }));
      } catch (error) {
        return apiErrorOf(error);
      }
    };
    expect(answered()).toMatchObject(known);
  },
);
