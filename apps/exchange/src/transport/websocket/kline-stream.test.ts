import { CandleSeries, createStream, type Stream } from '@fft/client';
import { calls, type Candle } from '@fft/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { waitFor } from '../../../testing/wait-for.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';

const minuteMs = 60_000;
const clock = { time: Date.parse('2026-12-31T23:58:30Z') };
let exchange: TestExchange;
let seller: TestCustomer;
let buyer: TestCustomer;
let orders = 0;
const open: Stream[] = [];

beforeAll(async () => {
  exchange = await startTestExchange({}, () => clock.time);
  seller = await exchange.register('seller');
  buyer = await exchange.register('buyer');
  await seller.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
  await buyer.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '100000' });
});
afterAll(() => exchange.stop());
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function trade(price: string): Promise<void> {
  const order = { symbol: 'BTC/USDT', type: 'limit', price, quantity: '0.001' } as const;
  await seller.call(calls.trade.create, { ...order, clientOrderId: `kline-${++orders}`, side: 'sell' });
  await buyer.call(calls.trade.create, { ...order, clientOrderId: `kline-${++orders}`, side: 'buy' });
}

/** Subscribes to one chart. */
function follow(interval: '1m' | '1M'): { pushes: Candle[][]; sequences: number[] } {
  const stream = createStream({ url: `${exchange.url.replace('http', 'ws')}/ws` });
  open.push(stream);
  const pushes: Candle[][] = [];
  const sequences: number[] = [];
  stream.subscribe(`kline:BTC/USDT:${interval}`, (candles, seq) => {
    pushes.push(candles);
    sequences.push(seq);
  });
  return { pushes, sequences };
}

const closes = (candles: Candle[] | undefined) => candles?.map(([, , , , close]) => close);

test('the current candle is pushed on each change, and a new one together with the final state of the last', async () => {
  const early = follow('1m');
  await waitFor(() => expect(early.pushes).toEqual([[]]));
  await trade('97000');
  await waitFor(() => expect(closes(early.pushes.at(-1))).toEqual(['97000.0']));
  await trade('97001');
  await waitFor(() => expect(closes(early.pushes.at(-1))).toEqual(['97001.0']));
  clock.time += 2 * minuteMs;
  await trade('97002');
  await waitFor(() => expect(closes(early.pushes.at(-1))).toEqual(['97001.0', '97002.0']));

  const late = follow('1m');
  await waitFor(() => expect(closes(late.pushes[0])).toEqual(['97001.0', '97002.0']));
  await trade('97003');
  for (const { pushes } of [early, late]) await waitFor(() => expect(closes(pushes.at(-1))).toEqual(['97003.0']));

  // The pushes add up to the call's answer, except for flat minutes, which have no trades.
  const called = await exchange.anonymous.call(calls.candles.list, { symbol: 'BTC/USDT', interval: '1m' });
  const pushed = new Map(early.pushes.flat().map((candle) => [candle[0], candle]));
  expect([...pushed.values()]).toEqual(called.filter(([, , , , , , , trades]) => trades > 0));
  // Every push begins with a candle that its reader already has.
  for (const [index, [first]] of early.pushes.entries()) {
    const held = early.pushes.slice(0, index).flat();
    if (held.length > 0) expect(held.map(([time]) => time)).toContain(first?.[0]);
  }
  expect(early.sequences).toEqual(early.sequences.toSorted((one, other) => one - other));
});

test('a reader who was away fetches the missing candles and ends with the same as the call', async () => {
  const call = (from = 0) => exchange.anonymous.call(calls.candles.list, { symbol: 'BTC/USDT', interval: '1m', from });
  const series = new CandleSeries('1m');
  let gaps = 0;
  const stream = createStream({ url: `${exchange.url.replace('http', 'ws')}/ws` });
  open.push(stream);
  stream.subscribe('kline:BTC/USDT:1m', (push) => {
    if (!series.takePush(push)) gaps += 1;
  });
  await waitFor(() => expect(gaps).toBe(1));
  series.takePage(await call());
  await trade('97010');
  await waitFor(() => expect(closes([...series.candles])?.at(-1)).toBe('97010.0'));

  stream.restart();
  // Three minutes trade while the new socket opens, unheard.
  for (const price of ['97011', '97012', '97013']) {
    clock.time += minuteMs;
    await trade(price);
  }
  clock.time += minuteMs;
  await trade('97014');
  await waitFor(async () => {
    if (gaps > 1) series.takePage(await call(series.resumeFrom));
    expect(series.candles).toEqual(await call());
  });
});

test('a second subscription on a socket receives its last two candles; months cross the year', async () => {
  const { pushes } = follow('1M');
  await waitFor(() => expect(pushes).toHaveLength(1));
  const first: Candle[][] = [];
  open[0]?.subscribe('kline:BTC/USDT:1M', (candles) => first.push(candles));
  expect(first).toEqual(pushes);
  expect(first[0]?.map(([time]) => new Date(time).toISOString().slice(0, 7))).toEqual(['2026-12', '2027-01']);
});

test('an unknown chart is not found', async () => {
  const problems: unknown[] = [];
  const stream = createStream({
    url: `${exchange.url.replace('http', 'ws')}/ws`,
    onProblem: ({ code }) => problems.push(code),
  });
  open.push(stream);
  stream.subscribe('kline:ABC/DEF:1m', () => expect.unreachable());
  await waitFor(() => expect(problems).toEqual([404]));
  stream.subscribe('kline:BTC/USDT' as 'kline:BTC/USDT:1m', () => expect.unreachable());
  await waitFor(() => expect(problems).toEqual([404, 400]));
});
