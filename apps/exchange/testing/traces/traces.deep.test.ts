import { join } from 'node:path';
import { createStream } from '@fft/client';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../test-database.ts';
import { registerFunded, startGatewayProcess } from '../gateway-process.ts';
import { startTestExchange, type TestExchange } from '../test-exchange.ts';
import { createTestTrader, type TestTrader } from '../test-trader.ts';
import { connectWsApi } from '../test-ws-api.ts';
import { type Collector, type SentSpan, startCollector } from './collector.ts';

let collector: Collector;
let exchange: TestExchange;
let trader: TestTrader;
let answered: number[];
let refusal: unknown;

const callersTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
const callersSpan = '00f067aa0ba902b7';
const price = '20123';
const order = (clientOrderId: string) =>
  ({ clientOrderId, symbol: 'BTC/USDT', side: 'buy', type: 'limit', price, quantity: '0.00117' }) as const;
const binanceOrder = (newClientOrderId: string) =>
  ({
    newClientOrderId,
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    price,
    quantity: '0.00117',
  }) as const;

/** Places an order over HTTP as a program within a trace of its own does. */
async function placeWithin(traceparent: string, clientOrderId: string): Promise<number> {
  const response = await fetch(`${exchange.url}${calls.trade.create.path}`, {
    method: 'POST',
    headers: { 'access-token': trader.customer.token, traceparent },
    body: new URLSearchParams(order(clientOrderId)),
  });
  return ((await response.json()) as { code: number }).code;
}

beforeAll(async () => {
  collector = await startCollector();
  exchange = await startTestExchange({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'fft-test' });
  trader = await createTestTrader(exchange, 'tracy', { USDT: '50000' });
  answered = await Promise.all([
    placeWithin(`00-${callersTrace}-${callersSpan}-01`, 'within-1'),
    placeWithin(`00-${callersTrace.replace('4b', 'aa')}-${callersSpan}-01`, 'within-2'),
    placeWithin(`00-${callersTrace.replace('4b', 'bb')}-${callersSpan}-00`, 'unsampled'),
  ]);
  refusal = await trader.customer
    .call(calls.trade.create, order('spaces are refused'))
    .catch((error: unknown) => error);
  const stream = createStream({ url: `${exchange.url.replace('http', 'ws')}/ws`, token: () => trader.customer.token });
  await stream.call('create', order('over-socket'));
  await stream.createMany([order('in-one-batch-1'), order('in-one-batch-2')]);
  stream.close();
  await trader.done('POST', 'order', binanceOrder('over-rest'));
  const api = await connectWsApi(exchange.url);
  const signer = { apiKey: trader.key.key.id, secret: trader.key.secret };
  answered.push((await api.askSigned(signer, 'order.place', binanceOrder('over-ws-api'))).status);
  api.socket.close();
  // Sends what is left.
  await exchange.stop();
});
afterAll(() => collector.close());

const roots = (name: string): SentSpan[] => collector.spans.filter((span) => span.name === name);
const partsOf = ({ spanId }: SentSpan): SentSpan[] =>
  collector.spans.filter(({ parentSpanId }) => parentSpanId === spanId);
const createName = `POST ${calls.trade.create.path}`;

/** Expects the way of an order from its request to the journal entry. */
function expectWay(root: SentSpan | undefined): void {
  if (root === undefined) throw new Error('the request was not traced');
  const parts = partsOf(root);
  expect(parts.map(({ name }) => name).toSorted()).toEqual(['append to the journal', 'apply', 'prepare']);
  const named = (name: string) => parts.find((part) => part.name === name);
  const [prepared, appended, applied] = ['prepare', 'append to the journal', 'apply'].map(named);
  expect(prepared?.facts).toMatchObject({ 'fft.command': 'place' });
  expect(appended?.facts['fft.journal.entry']).toBeGreaterThan(0);
  expect(appended?.facts['fft.journal.commands']).toBeGreaterThan(0);
  for (const part of parts) expect(part.traceId).toBe(root.traceId);
  const times = [root.begun, prepared?.ended, appended?.begun, appended?.ended, applied?.begun, applied?.ended];
  expect(times).toEqual(times.toSorted((one, other) => Number((one ?? 0n) - (other ?? 0n))));
}

test('an order over HTTP is followed to its journal entry, within its caller’s trace', () => {
  const root = roots(createName).find(({ traceId }) => traceId === callersTrace);
  expect(root).toMatchObject({ parentSpanId: callersSpan });
  expect(root?.facts).toEqual({
    'fft.door': 'http',
    'http.request.method': 'POST',
    'http.route': calls.trade.create.path,
    'http.response.status_code': 200,
    'fft.code': Code.ok,
  });
  expectWay(root);
});

test('traced orders are answered as others are', () => {
  expect(answered).toEqual([200, 200, 200, 200]);
});

test('orders that share a journal entry have parts of their own', () => {
  const other = roots(createName).find(({ traceId }) => traceId === callersTrace.replace('4b', 'aa'));
  expectWay(other);
  const [, ...sharing] = roots('socket create');
  const entries = sharing.map((root) => partsOf(root).find(({ name }) => name === 'append to the journal')?.facts);
  expect(sharing).toHaveLength(2);
  for (const root of sharing) expectWay(root);
  expect(entries).toEqual([entries[0], entries[0]]);
  expect(entries[0]?.['fft.journal.commands']).toBe(2);
});

test('what a caller doesn’t sample isn’t sampled here either', () => {
  expect(collector.text).not.toContain(callersTrace.replace('4b', 'bb'));
});

test('a refused order has its code, and no entry', () => {
  expect(refusal).toMatchObject({ code: Code.badRequest });
  const refused = roots(createName).find(({ facts }) => facts['fft.code'] !== Code.ok);
  expect(refused?.facts['fft.code']).toBe(Code.badRequest);
  expect(refused && partsOf(refused)).toEqual([]);
});

test('orders over sockets and through Binance’s doors are followed as well', () => {
  expectWay(roots('socket create')[0]);
  expectWay(roots('POST /api/v3/order')[0]);
  expectWay(roots('binance order.place')[0]);
});

test('spans carry no token, key, amount, price or e-mail', () => {
  const { token } = trader.customer;
  for (const secret of [token, trader.key.key.id, trader.key.secret, price, '0.00117', 'tracy', '@', 'within-1'])
    expect(collector.text).not.toContain(secret);
  expect(collector.text).toContain('fft-test');
});

test('without a collector nothing is sent, and neither SDK nor exporter is loaded', async () => {
  const database = await createTestDatabase();
  const refusing = [join(import.meta.dirname, 'refuse-packages.ts')];
  const settings = { DATABASE_URL: database.url };
  const sent = collector.requests;
  const gateway = await startGatewayProcess(settings, refusing);
  const client = gateway.clientOf(await registerFunded(gateway, 'untraced'));
  expect(await client.call(calls.trade.create, order('untraced'))).toMatchObject({ state: 'processing' });
  await gateway.kill();
  expect(collector.requests).toBe(sent);
  // The same start with one: what refuses the packages works.
  await expect(
    startGatewayProcess({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, refusing),
  ).rejects.toThrow('exited');
  await database.close();
}, 120_000);
