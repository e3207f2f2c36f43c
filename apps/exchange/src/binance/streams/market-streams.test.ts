import { once } from 'node:events';
import { calls } from '@fft/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { plainDecimals } from '../../../testing/test-binance.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { WebSocket } from 'ws';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';

/** How far the exchange's clock is ahead of the machine's. */
const clock = { aheadMs: 0 };
let exchange: TestExchange;
let maker: TestCustomer;
let taker: TestCustomer;
let orders = 0;
const open: WebSocket[] = [];

beforeAll(async () => {
  exchange = await startTestExchange({}, () => Date.now() + clock.aheadMs);
  maker = await exchange.register('maker');
  taker = await exchange.register('taker');
  await maker.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
  await taker.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '90000' });
});
afterAll(() => exchange.stop());
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});

type Message = Readonly<Record<string, unknown>>;

interface Reader {
  readonly socket: WebSocket;
  readonly messages: Message[];
  readonly closed: Promise<number>;
  readonly reason: Promise<string>;
  say(message: unknown): void;
}

async function connect(path: string): Promise<Reader> {
  const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}${path}`);
  open.push(socket);
  const messages: Message[] = [];
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as Message));
  socket.on('error', () => undefined);
  const end = once(socket, 'close');
  const closed = end.then(([code]) => Number(code));
  const reason = end.then(([, text]) => String(text));
  await once(socket, 'open');
  return {
    socket,
    messages,
    closed,
    reason,
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
  };
}

interface Wanted {
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly quantity: string;
}
const place = (who: TestCustomer, wanted: Wanted) =>
  who.call(calls.trade.create, { clientOrderId: `m-${++orders}`, symbol: 'BTC/USDT', type: 'limit', ...wanted });
const sell = (price: string, quantity: string) => place(maker, { side: 'sell', price, quantity });
const buy = (price: string, quantity: string) => place(taker, { side: 'buy', price, quantity });

const eventsOf = ({ messages }: Reader, kind: string) => messages.filter(({ e }) => e === kind);

describe('control messages', () => {
  test('subscribe, list, unsubscribe, and change the form of a socket', async () => {
    const reader = await connect('/stream');
    const answer = async (message: object): Promise<Message> => {
      const before = reader.messages.length;
      reader.say(message);
      await waitFor(() => expect(reader.messages.length).toBeGreaterThan(before));
      return reader.messages[before] ?? {};
    };
    const names = ['btcusdt@aggTrade', 'nothing@trade'];
    expect(await answer({ method: 'SUBSCRIBE', params: names, id: 1 })).toEqual({ result: null, id: 1 });
    expect(await answer({ method: 'LIST_SUBSCRIPTIONS', id: 'a' })).toEqual({ result: names, id: 'a' });
    expect(await answer({ method: 'UNSUBSCRIBE', params: ['nothing@trade'], id: 2 })).toEqual({ result: null, id: 2 });
    expect(await answer({ method: 'GET_PROPERTY', params: ['combined'], id: 3 })).toEqual({ result: true, id: 3 });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await answer({ method: 'SET_PROPERTY', params: ['combined', false], id: 4 })).toEqual({
      result: null,
      id: 4,
    });
    expect(await answer({ method: 'GET_PROPERTY', params: ['combined'], id: 5 })).toEqual({ result: false, id: 5 });
    await sell('90000', '0.001');
    await buy('90000', '0.001');
    await waitFor(() => expect(eventsOf(reader, 'aggTrade')).toHaveLength(1));
  });

  test.each(['/ws', '/ws/0', '/stream/ws', '/stream/ws/0', '/ws/stream'])(
    '%s has events without a frame',
    async (path) => {
      const reader = await connect(path);
      reader.say({ method: 'SUBSCRIBE', params: ['!ticker@arr', 'btcusdt@trade'], id: 1 });
      reader.say({ method: 'GET_PROPERTY', params: ['combined'], id: 2 });
      await waitFor(() => expect(reader.messages).toContainEqual({ result: false, id: 2 }));
      await sell('90000', '0.001');
      await buy('90000', '0.001');
      await waitFor(() => expect(eventsOf(reader, 'trade').length).toBeGreaterThan(0));
      await waitFor(() => expect(reader.messages.some((message) => Array.isArray(message))).toBe(true));
      reader.socket.close();
    },
  );

  test.each([
    ['no JSON', '{', 3],
    ['a list', [1], 2],
    ['no method', { id: 1 }, 2],
    ['an unknown method', { method: 'HELLO', id: 1 }, 2],
    ['no id', { method: 'SUBSCRIBE', params: ['btcusdt@trade'] }, 2],
    ['an id that is an object', { method: 'LIST_SUBSCRIPTIONS', id: {} }, 2],
    ['names that are no texts', { method: 'SUBSCRIBE', params: [1, null], id: 1 }, 2],
    ['no names', { method: 'SUBSCRIBE', id: 1 }, 2],
    ['an unknown property', { method: 'GET_PROPERTY', params: ['speed'], id: 1 }, 0],
    ['a value that is no boolean', { method: 'SET_PROPERTY', params: ['combined', 'yes'], id: 1 }, 1],
    ['a field too many', { method: 'LIST_SUBSCRIPTIONS', id: 1, extra: true }, 2],
  ])('with %s are answered with an error, and the socket goes on', async (_name, message, code) => {
    const reader = await connect('/ws/btcusdt@trade');
    reader.say(message);
    await waitFor(() => expect(reader.messages).toHaveLength(1));
    expect(reader.messages[0]).toMatchObject({ error: { code, msg: expect.any(String) as string } });
    reader.say({ method: 'LIST_SUBSCRIPTIONS', id: 7 });
    await waitFor(() => expect(reader.messages[1]).toEqual({ result: ['btcusdt@trade'], id: 7 }));
  });

  test('above five in a second close the socket', async () => {
    const reader = await connect('/ws/0');
    for (let id = 1; id <= 12; id++) reader.say({ method: 'LIST_SUBSCRIPTIONS', id });
    expect(await reader.closed).toBe(1008);
  });

  test('for a listen key are refused with the reason, in the URL and later', async () => {
    const key = 'pqia91ma19a5s61cv6a81va65sdf19v8a65a1a5s61cv6a81va65sdf19v8a65a1';
    const reader = await connect('/ws');
    reader.say({ method: 'SUBSCRIBE', params: ['btcusdt@trade', key], id: 7 });
    await waitFor(() => expect(reader.messages).toMatchObject([{ id: 7, error: { code: 2 } }]));
    for (const path of [`/ws/${key}`, `/stream?streams=btcusdt@trade/${key}`]) {
      const refused = await connect(path);
      expect(await refused.closed).toBe(1008);
      expect(await refused.reason).toContain('userDataStream.subscribe.signature');
    }
  });

  test('for more than 1024 streams are refused', async () => {
    const reader = await connect('/ws');
    const params = Array.from({ length: 1_025 }, (_, index) => `coin${index}@trade`);
    reader.say({ method: 'SUBSCRIBE', params, id: 1 });
    await waitFor(() => expect(reader.messages[0]).toMatchObject({ error: { code: 2 }, id: 1 }));
    reader.say({ method: 'SUBSCRIBE', params: params.slice(1), id: 2 });
    await waitFor(() => expect(reader.messages[1]).toEqual({ result: null, id: 2 }));
  });

  test('on the path of the native protocol are understood, and those of the native protocol, too', async () => {
    const [binance, native] = [await connect('/ws'), await connect('/ws')];
    binance.say({ method: 'SUBSCRIBE', params: ['btcusdt@trade'], id: 1 });
    native.say({ op: 'subscribe', id: 1, channels: ['ticker'] });
    await waitFor(() => expect(binance.messages).toContainEqual({ result: null, id: 1 }));
    await waitFor(() =>
      expect(native.messages).toContainEqual(expect.objectContaining({ op: 'subscribe', code: 200 })),
    );
  });
});

describe('streams', () => {
  test('of trades have one event per trade, and one per taker order and price', async () => {
    const raw = await connect('/ws/btcusdt@trade/btcusdt@aggTrade');
    const combined = await connect('/stream?streams=btcusdt@trade&timeUnit=MICROSECOND');
    await sell('91000', '0.001');
    await sell('91000', '0.002');
    await sell('91001', '0.001');
    await buy('91001', '0.004');
    await waitFor(() => expect(eventsOf(raw, 'trade')).toHaveLength(3));
    const trades = eventsOf(raw, 'trade');
    expect(trades[0]).toMatchObject({ s: 'BTCUSDT', p: '91000.00000000', q: '0.00100000', m: false, M: true });
    const first = Number(trades[0]?.['t']);
    expect(trades.map(({ t }) => t)).toEqual([first, first + 1, first + 2]);
    expect(eventsOf(raw, 'aggTrade')).toMatchObject([
      { a: first, f: first, l: first + 1, p: '91000.00000000', q: '0.00300000' },
      { a: first + 2, f: first + 2, l: first + 2, p: '91001.00000000', q: '0.00100000' },
    ]);
    await waitFor(() => expect(combined.messages).toHaveLength(3));
    const { stream, data } = combined.messages[0] as { stream: string; data: Message };
    expect([stream, data['t']]).toEqual(['btcusdt@trade', first]);
    expect(data['T']).toBe(Number(trades[0]?.['T']) * 1_000);
  });

  test('of tickers, klines, averages and the best prices show what was traded', async () => {
    const names = ['miniTicker', 'ticker', 'ticker_1h', 'avgPrice', 'bookTicker', 'kline_1m', 'kline_3m', 'kline_1M'];
    const offset = ['kline_1d@+08:00', 'kline_3d@+08:00', 'kline_1w'];
    const path = [...names, ...offset].map((name) => `btcusdt@${name}`);
    const reader = await connect(`/stream?streams=${[...path, '!miniTicker@arr', '!ticker@arr'].join('/')}`);
    await sell('92000', '0.003');
    await buy('92000', '0.001');
    const last = (stream: string): Message | undefined =>
      reader.messages.findLast((message) => message['stream'] === stream)?.['data'] as Message | undefined;
    await vi.waitFor(
      () => {
        expect(last('btcusdt@miniTicker')).toMatchObject({
          e: '24hrMiniTicker',
          c: '92000.00000000',
          h: '92000.00000000',
        });
        expect(last('btcusdt@ticker')).toMatchObject({
          e: '24hrTicker',
          c: '92000.00000000',
          a: '92000.00000000',
          A: '0.00200000',
          Q: '0.00100000',
        });
        expect(last('btcusdt@ticker_1h')).toMatchObject({ e: '1hTicker', c: '92000.00000000' });
        expect(last('btcusdt@avgPrice')).toMatchObject({ e: 'avgPrice', i: '5m' });
        expect(last('btcusdt@bookTicker')).toMatchObject({ s: 'BTCUSDT', a: '92000.00000000', A: '0.00200000' });
        for (const name of ['kline_1m', 'kline_3m', 'kline_1M', ...offset]) {
          expect(last(`btcusdt@${name}`)).toMatchObject({ e: 'kline', k: { c: '92000.00000000', x: false } });
        }
        expect(last('!miniTicker@arr')).toMatchObject([{ s: 'BTCUSDT', c: '92000.00000000' }]);
        expect(last('!ticker@arr')).toMatchObject([{ s: 'BTCUSDT', c: '92000.00000000' }]);
      },
      { timeout: 8_000 },
    );
    const ticker = last('btcusdt@ticker') ?? {};
    expect(Number(ticker['L']) - Number(ticker['F']) + 1).toBe(ticker['n']);
    const months = last('btcusdt@kline_1M')?.['k'] as Message;
    expect(months).toMatchObject({ n: ticker['n'], f: ticker['F'], L: ticker['L'], v: ticker['v'], q: ticker['q'] });
  });

  test('of a second end each kline once, in order and without a gap', async () => {
    const reader = await connect('/ws/btcusdt@kline_1s');
    await sell('92500', '0.003');
    const klines = () => reader.messages.map(({ k }) => k as Message).filter(({ x }) => x === true);
    for (let round = 0; round < 3; round++) {
      await buy('92500', '0.001');
      clock.aheadMs += 700;
    }
    clock.aheadMs += 3_000;
    await waitFor(() => expect(klines().length).toBeGreaterThan(3));
    const starts = klines().map(({ t }) => Number(t));
    expect(starts).toEqual(starts.map((_, index) => (starts[0] ?? 0) + index * 1_000));
  });

  test('of books partly shown have the best levels of the call', async () => {
    const reader = await connect('/ws/btcusdt@depth5@100ms');
    for (let step = 0; step < 8; step++) await sell(`${93000 + step}`, '0.001');
    const called = await exchange.anonymous.call(calls.trade.depth, { symbol: 'BTC/USDT', limit: 5 });
    const book = plainDecimals({ bids: called.bids, asks: called.asks }) as object;
    await waitFor(() => expect(plainDecimals(reader.messages.at(-1))).toMatchObject(book));
    expect(Number(reader.messages.at(-1)?.['lastUpdateId'])).toBeGreaterThan(0);
  });
});

interface DepthEvent {
  readonly U: number;
  readonly u: number;
  readonly b: readonly [string, string][];
  readonly a: readonly [string, string][];
}

/** A book as clients keep it: from the stream alone, since the market is empty. */
function bookOf(events: readonly DepthEvent[]) {
  const sides = { b: new Map<string, string>(), a: new Map<string, string>() };
  for (const event of events) {
    for (const side of ['b', 'a'] as const) {
      for (const [price, quantity] of event[side]) {
        // At this text alone, as python-binance does.
        if (quantity === '0.00000000') sides[side].delete(price);
        else sides[side].set(price, quantity);
      }
    }
  }
  const sorted = (side: ReadonlyMap<string, string>, sign: number) =>
    [...side].toSorted(([one], [other]) => sign * (Number(one) - Number(other)));
  return { bids: sorted(sides.b, -1), asks: sorted(sides.a, 1) };
}

test('a level that is gone is sent as 0.00000000, under the text of its price', async () => {
  const reader = await connect('/ws/ltcusdt@depth@100ms');
  const symbol = 'LTC/USDT';
  const order = {
    clientOrderId: `m-${++orders}`,
    symbol,
    type: 'limit',
    side: 'buy',
    price: '81',
    quantity: '1.5',
  } as const;
  const levels = () => (eventsOf(reader, 'depthUpdate') as unknown as readonly DepthEvent[]).flatMap(({ b }) => b);
  const { id } = await taker.call(calls.trade.create, order);
  await waitFor(() => expect(levels()).toEqual([['81.00000000', '1.50000000']]));
  await taker.call(calls.trade.cancel, { id });
  await waitFor(() => expect(levels().slice(1)).toEqual([['81.00000000', '0.00000000']]));
});

describe('update ids of a book', () => {
  test('continue without a gap while random orders run, are the same in every process, and lead to the book of the call', async () => {
    const symbol = 'ETH/USDT';
    const other = await exchange.another();
    const seller = await exchange.register('seller');
    await seller.call(calls.demo.faucet, { requestId: 'eth', coin: 'ETH', amount: '10' });
    const readers = [await connect('/ws/ethusdt@depth@100ms'), await connect('/ws/ethusdt@depth')];
    const elsewhere = new WebSocket(`${other.url.replace('http', 'ws')}/ws/ethusdt@depth@100ms`);
    open.push(elsewhere);
    const theirs: Message[] = [];
    elsewhere.on('message', (data: Buffer) => theirs.push(JSON.parse(data.toString()) as Message));
    await once(elsewhere, 'open');
    let seed = 7;
    const random = (most: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    const placed: string[] = [];
    for (let round = 0; round < 150; round++) {
      const side = random(2) === 0 ? ('buy' as const) : ('sell' as const);
      const price = `${side === 'buy' ? 2_990 + random(14) : 2_996 + random(14)}`;
      const who = side === 'buy' ? taker : seller;
      const order = { clientOrderId: `m-${++orders}`, symbol, type: 'limit', side, price, quantity: '0.01' } as const;
      placed.push((await who.call(calls.trade.create, order)).id);
      if (random(3) === 0) {
        const id = placed[random(placed.length)] ?? '';
        await Promise.allSettled([seller, taker].map((one) => one.call(calls.trade.cancel, { id })));
      }
    }
    const called = await exchange.anonymous.call(calls.trade.depth, { symbol, limit: 500 });
    const book = { bids: called.bids, asks: called.asks };
    for (const messages of [...readers.map((reader) => reader.messages), theirs]) {
      await vi.waitFor(
        () => expect(plainDecimals(bookOf(messages as unknown as DepthEvent[]))).toEqual(plainDecimals(book)),
        { timeout: 5_000 },
      );
      const events = messages as unknown as DepthEvent[];
      for (const [index, { U, u }] of events.entries()) {
        expect(u).toBeGreaterThanOrEqual(U);
        if (index > 0) expect(U).toBe((events[index - 1]?.u ?? 0) + 1);
      }
    }
    const last = Math.max(...readers.map(({ messages }) => Number(messages.at(-1)?.['u'])));
    await exchange.restart();
    const after = await connect('/ws/ethusdt@depth@100ms');
    await seller.call(calls.trade.create, {
      clientOrderId: `m-${++orders}`,
      symbol,
      type: 'limit',
      side: 'sell',
      price: '3100',
      quantity: '0.01',
    });
    await waitFor(() => expect(after.messages).toHaveLength(1));
    expect(Number(after.messages[0]?.['U'])).toBeGreaterThan(last);
  });
});
