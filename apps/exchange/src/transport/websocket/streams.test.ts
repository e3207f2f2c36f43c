import { once } from 'node:events';
import { createStream, OrderBook, type Stream } from '@fft/client';
import { calls, type Order, type Trade } from '@fft/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from '../../../testing/wait-for.ts';
import { WebSocket as NodeWebSocket } from 'ws';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';

let exchange: TestExchange;
let anna: TestCustomer;
let li: TestCustomer;
let orders = 0;
const open: Stream[] = [];

beforeAll(async () => {
  exchange = await startTestExchange({ APP_ORIGINS: 'https://app.example' });
  anna = await exchange.register('anna');
  li = await exchange.register('li', 'zh');
  await anna.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
  await li.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '100000' });
});
afterAll(() => exchange.stop());
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

const wsUrl = () => `${exchange.url.replace('http', 'ws')}/ws`;

function connect(token: string | null = null): Stream {
  const stream = createStream({ url: wsUrl(), token: () => token });
  open.push(stream);
  return stream;
}

const place = (who: TestCustomer, fields: { side: 'buy' | 'sell'; price: string; quantity: string; symbol?: string }) =>
  who.call(calls.trade.create, { clientOrderId: `stream-${++orders}`, symbol: 'BTC/USDT', type: 'limit', ...fields });

/** Maintains a book from the stream. */
function followBook(stream: Stream): { book: OrderBook; sequences: number[] } {
  const book = new OrderBook();
  const sequences: number[] = [];
  stream.subscribe('depth:BTC/USDT', (push, seq) => {
    sequences.push(seq);
    book.apply(push);
  });
  return { book, sequences };
}

describe('depth', () => {
  test('a snapshot and gapless diffs end with the same book as the call', async () => {
    await place(anna, { side: 'sell', price: '97000', quantity: '0.1' });
    const early = followBook(connect());
    await waitFor(() => expect(early.sequences).toHaveLength(1));
    for (let step = 0; step < 20; step++) {
      const order = await place(anna, { side: 'sell', price: `${97100 + step}`, quantity: '0.01' });
      if (step % 3 === 0) await anna.call(calls.trade.cancel, { id: order.id });
    }
    const late = followBook(connect());
    await place(li, { side: 'buy', price: '97050', quantity: '0.04' });
    await place(li, { side: 'buy', price: '96000', quantity: '0.02' });

    const called = await exchange.anonymous.call(calls.trade.depth, { symbol: 'BTC/USDT', limit: 500 });
    expect(called.asks[0]).toEqual(['97000.0', '0.06000']);
    for (const { book, sequences } of [early, late]) {
      await waitFor(() => expect(sequences.at(-1)).toBe(called.seq));
      expect({ bids: book.bids, asks: book.asks }).toEqual({ bids: called.bids, asks: called.asks });
      expect(sequences).toEqual(sequences.map((_, index) => (sequences[0] ?? 0) + index));
    }
  });
});

describe('trades and tickers', () => {
  test('the latest trades come first, then each new one', async () => {
    const pushes: Trade[][] = [];
    connect().subscribe('trades:BTC/USDT', (trades) => pushes.push(trades));
    const tickers: (string | null)[] = [];
    connect().subscribe('ticker', (changed) => {
      for (const ticker of changed) if (ticker.symbol === 'BTC/USDT') tickers.push(ticker.last);
    });
    await waitFor(() => expect([pushes.length, tickers.length > 0]).toEqual([1, true]));
    await place(li, { side: 'buy', price: '97001', quantity: '0.01' });
    await waitFor(() => expect(pushes).toHaveLength(2));
    expect(pushes[1]).toMatchObject([{ price: '97000.0', quantity: '0.01000', side: 'buy' }]);
    // Trades of the first push are not repeated.
    const ids = pushes.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    await waitFor(() => expect(tickers.at(-1)).toBe('97000.0'));
  });
});

describe('own orders and balances', () => {
  test('are pushed to their owner only, with the same values as the calls', async () => {
    const seen: Record<'anna' | 'li', { orders: Order[]; balances: Map<string, string> }> = {
      anna: { orders: [], balances: new Map() },
      li: { orders: [], balances: new Map() },
    };
    for (const [name, who] of [
      ['anna', anna],
      ['li', li],
    ] as const) {
      const stream = connect(who.token);
      stream.subscribe('orders', (changed) => seen[name].orders.push(...changed));
      stream.subscribe('balances', (changed) => {
        for (const line of changed) seen[name].balances.set(line.coin, `${line.usable} ${line.frozen}`);
      });
    }
    // A socket receives private pushes only once its log-in is answered.
    for (const [who, own, probe] of [
      [anna, seen.anna, { side: 'sell', price: '99000', quantity: '0.001' }],
      [li, seen.li, { side: 'buy', price: '90000', quantity: '0.001' }],
    ] as const) {
      await waitFor(async () => {
        const { id } = await place(who, probe);
        await who.call(calls.trade.cancel, { id });
        expect(own.orders.map((order) => order.id)).toContain(id);
      });
    }
    const resting = await place(anna, { side: 'sell', price: '96500', quantity: '0.02' });
    await waitFor(() => expect(seen.anna.orders.map(({ id }) => id)).toContain(resting.id));
    await place(li, { side: 'buy', price: '96500', quantity: '0.005' });
    await waitFor(() => {
      expect(seen.anna.orders.at(-1)).toMatchObject({ id: resting.id, filled: '0.00500', state: 'processing' });
    });
    expect(seen.li.orders.every(({ id }) => id !== resting.id)).toBe(true);
    const { accounts } = await li.call(calls.assets.overview, {});
    for (const coin of ['BTC', 'USDT']) {
      const line = accounts.coin.find((balance) => balance.coin === coin);
      expect(seen.li.balances.get(coin)).toBe(`${line?.usable} ${line?.frozen}`);
    }
  });

  test('need a session; a socket of an ended session is closed', async () => {
    const anonymous = await talk([{ op: 'subscribe', id: 1, channels: ['orders'] }]);
    expect(anonymous.answers).toMatchObject([{ op: 'subscribe', id: 1, code: 1001 }]);
    anonymous.socket.close();
    const wrong = await talk([{ op: 'auth', id: 1, token: 'x'.repeat(43) }]);
    expect(wrong.answers).toMatchObject([{ op: 'auth', code: 1001 }]);
    wrong.socket.close();

    const guest = await exchange.register('guest');
    const { socket, answers } = await talk([{ op: 'auth', id: 1, token: guest.token }]);
    expect(answers).toMatchObject([{ op: 'auth', code: 200 }]);
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    await guest.call(calls.auth.logout, {});
    expect(await closed).toBe(4001);
  });
});

describe('requests over a socket', () => {
  test('are refused if malformed, and unknown channels are not found', async () => {
    const { socket, answers } = await talk([
      'not json',
      { op: 'dance' },
      { op: 'subscribe', id: 7, channels: ['depth:ABC/DEF'] },
      { op: 'ping', id: 8 },
    ]);
    expect(answers).toMatchObject([{ code: 400 }, { code: 400 }, { id: 7, code: 404 }, { id: 8, code: 200 }]);
    socket.close();
  });

  test.each([
    ['https://elsewhere.example', 403],
    ['https://app.example', 'open'],
  ])('from a page of %s: %s', async (origin, outcome) => {
    const socket = new NodeWebSocket(wsUrl(), { origin });
    const status = await new Promise((resolve) => {
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.once('error', () => undefined);
      socket.once('open', () => resolve('open'));
    });
    expect(status).toBe(outcome);
    socket.terminate();
  });
});

/** Opens a bare socket, sends these messages and waits for as many answers. */
async function talk(requests: readonly unknown[]): Promise<{ socket: NodeWebSocket; answers: unknown[] }> {
  const socket = new NodeWebSocket(wsUrl());
  const answers: unknown[] = [];
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.on('message', (data: Buffer) => answers.push(JSON.parse(data.toString())));
  for (const request of requests) socket.send(typeof request === 'string' ? request : JSON.stringify(request));
  await waitFor(() => expect(answers).toHaveLength(requests.length));
  return { socket, answers };
}

test('a socket over its budget is refused, and its subscriptions continue', async () => {
  const socket = new NodeWebSocket(wsUrl());
  const codes: number[] = [];
  let pushes = 0;
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { op?: string; code?: number };
    if (message.op === undefined) pushes += 1;
    else codes.push(message.code ?? 0);
  });
  await once(socket, 'open');
  const channels = Array.from(
    { length: 9 },
    (_, n) => `kline:BTC/USDT:${['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'][n]}`,
  );
  for (let n = 0; n < 70; n++) socket.send(JSON.stringify({ op: 'subscribe', id: n, channels }));
  await waitFor(() => expect(codes).toHaveLength(70));
  expect(codes.filter((code) => code === 200)).toHaveLength(60);
  expect(codes.filter((code) => code === 429)).toHaveLength(10);
  const before = pushes;
  await place(anna, { side: 'sell', price: '99900', quantity: '0.001' });
  await place(li, { side: 'buy', price: '99900', quantity: '0.001' });
  await waitFor(() => expect(pushes).toBeGreaterThan(before));
  socket.close();
});
