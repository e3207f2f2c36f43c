import pg from 'pg';
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
const waitMs = 8_000;
const place = () => anna.done('POST', 'order', order);

/** Waits until this many orders and amendments have been counted, which are in the gateway then. */
async function untilCounted(count: number): Promise<void> {
  await vi.waitFor(
    async () => expect(await anna.done('GET', 'rateLimit/order')).toMatchObject([{}, { interval: 'DAY', count }]),
    waitMs,
  );
}

test('an amendment has the execution id of its event, after other events in the same journal entry', async () => {
  const reader = await connectWsApi(exchange.url);
  const signer = { apiKey: anna.key.key.id, secret: anna.key.secret };
  await reader.askSigned(signer, 'userDataStream.subscribe.signature');
  const orders = [await place(), await place()];
  const holder = new pg.Client({ connectionString: exchange.database.url });
  await holder.connect();
  await holder.query('begin; lock table journal_entry in exclusive mode');
  // The first of these waits for the journal, and what follows gathers for the next entry.
  const waiting = [place()];
  await untilCounted(3);
  waiting.push(place(), place());
  await untilCounted(5);
  const amending = orders.map(({ orderId }) =>
    anna.done('PUT', 'order/amend/keepPriority', { symbol, orderId: Number(orderId), newQty: '0.002' }),
  );
  await untilCounted(7);
  await holder.query('rollback');
  await holder.end();
  const answers = await Promise.all(amending);
  await Promise.all(waiting);
  const replaced = () => reader.events.map(({ event }) => event).filter(({ x }) => x === 'REPLACED');
  await vi.waitFor(() => expect(replaced()).toHaveLength(orders.length), waitMs);
  const told = new Set(answers.map(({ executionId }) => executionId));
  expect(told).toEqual(new Set(replaced().map(({ I }) => I)));
  reader.socket.close();
});
