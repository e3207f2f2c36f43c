import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestExchange, type TestExchange } from '../../../../testing/test-exchange.ts';
import { createTestTrader, type TestTrader } from '../../../../testing/test-trader.ts';
import { connectWsApi } from '../../../../testing/test-ws-api.ts';

let exchange: TestExchange;
let anna: TestTrader;

beforeAll(async () => {
  exchange = await startTestExchange();
  anna = await createTestTrader(exchange, 'anna', { USDT: '50000' });
});
afterAll(() => exchange.stop());

const symbol = 'BTCUSDT';
const order = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '90000', quantity: '0.003' };

test('an amendment has the execution id of its event, among others', async () => {
  const signer = { apiKey: anna.key.key.id, secret: anna.key.secret };
  const [api, reader] = [await connectWsApi(exchange.url), await connectWsApi(exchange.url)];
  await reader.askSigned(signer, 'userDataStream.subscribe.signature');
  const orders = [await anna.done('POST', 'order', order), await anna.done('POST', 'order', order)];
  // Sent at once, so that they share journal entries.
  const answers = await Promise.all(
    orders.flatMap(({ orderId }) => [
      api.askSigned(signer, 'order.place', order),
      api.askSigned(signer, 'order.amend.keepPriority', { symbol, orderId, newQty: '0.002' }),
    ]),
  );
  const told = answers.flatMap(({ result }) => (result as { readonly executionId?: number }).executionId ?? []);
  const replaced = () => reader.events.map(({ event }) => event).filter(({ x }) => x === 'REPLACED');
  await vi.waitFor(() => expect(replaced()).toHaveLength(orders.length));
  expect(told).toEqual(replaced().map(({ I }) => I));
  for (const { socket } of [api, reader]) socket.close();
});
