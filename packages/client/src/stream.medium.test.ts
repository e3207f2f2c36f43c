import { afterEach, expect, test } from 'vitest';
import { type WebSocket as Peer, WebSocketServer } from 'ws';
import { sessionMark } from '@fft/contract';
import { createStream, type Stream } from './index.ts';

interface Request {
  readonly op: string;
  readonly id: number;
  readonly token?: string;
  readonly sessionMark?: string;
  readonly channels?: readonly string[];
}

/** A socket server that records requests, answers pings and log-ins, and pushes what a test sends. */
class Exchange {
  readonly requests: Request[] = [];
  readonly #server: WebSocketServer;
  readonly #waiting = new Set<() => void>();
  peer: Peer | undefined;
  authCode = 200;
  answersPings = true;
  /** Codes of the next log-ins, before `authCode` again. */
  readonly authCodes: number[] = [];

  private constructor(server: WebSocketServer) {
    this.#server = server;
    server.on('connection', (peer) => {
      this.peer = peer;
      peer.on('message', (data: Buffer) => this.#hear(peer, JSON.parse(data.toString()) as Request));
    });
  }

  static async start(port = 0): Promise<Exchange> {
    const server = new WebSocketServer({ host: '127.0.0.1', port });
    await new Promise((resolve) => server.once('listening', resolve));
    return new Exchange(server);
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  #hear(peer: Peer, request: Request): void {
    this.requests.push(request);
    const { op, id } = request;
    const answer = (code: number): void => peer.send(JSON.stringify({ op, id, code, message: 'refused', time: 1 }));
    if (op === 'auth') answer(this.authCodes.shift() ?? this.authCode);
    if (op === 'ping' && this.answersPings) peer.send(JSON.stringify({ op, id, code: 200, message: '', time: 5000 }));
    for (const wake of this.#waiting) wake();
  }

  /** Accepts a request. */
  accept({ op, id }: Request): void {
    this.peer?.send(JSON.stringify({ op, id, code: 200, message: '', time: 1 }));
  }

  push(channel: string, seq: number, data: unknown): void {
    this.peer?.send(JSON.stringify({ channel, seq, data }));
  }

  /** Resolves with the requests of an op once there are `times` of them. */
  async asked(op: string, times: number): Promise<Request[]> {
    const found = (): Request[] => this.requests.filter((request) => request.op === op);
    while (found().length < times) await new Promise<void>((resolve) => this.#waiting.add(resolve));
    return found();
  }

  async stop(): Promise<void> {
    for (const peer of this.#server.clients) peer.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

let exchange: Exchange;
let stream: Stream | undefined;

afterEach(async () => {
  stream?.close();
  stream = undefined;
  await exchange.stop();
});

async function open(
  settings: { token?: string; pingMs?: number; onProblem?: (message: string) => void } = {},
  started?: Exchange,
): Promise<Stream> {
  exchange = started ?? (await Exchange.start());
  stream = createStream({
    url: `ws://127.0.0.1:${exchange.port}/ws`,
    token: () => settings.token ?? null,
    pingMs: settings.pingMs ?? 10_000,
    minRetryMs: 1,
    maxRetryMs: 5,
    onProblem: ({ message }) => settings.onProblem?.(message),
  });
  return stream;
}

/** Collects pushes, and waits for the next ones. */
function collector<T>(): { readonly take: (data: T) => void; readonly next: (count: number) => Promise<T[]> } {
  const taken: T[] = [];
  let wake = (): void => undefined;
  return {
    take: (data) => {
      taken.push(data);
      wake();
    },
    next: async (count) => {
      while (taken.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return taken;
    },
  };
}

const snapshot = (price: string) => ({ kind: 'snapshot', bids: [[price, '1']], asks: [], time: 7 });
const diff = (price: string) => ({ kind: 'diff', bids: [[price, '2']], asks: [], time: 8 });

test('listeners of one channel share one subscription, and the last to leave ends it', async () => {
  const live = await open();
  const first = live.subscribe('ticker', () => undefined);
  const second = live.subscribe('ticker', () => undefined);
  expect((await exchange.asked('subscribe', 1)).map((request) => request.channels)).toEqual([['ticker']]);
  first();
  live.subscribe('trades:BTC/USDT', () => undefined);
  await exchange.asked('subscribe', 2);
  expect(exchange.requests.filter((request) => request.op === 'unsubscribe')).toEqual([]);
  second();
  expect((await exchange.asked('unsubscribe', 1)).map((request) => request.channels)).toEqual([['ticker']]);
});

test('a later listener of a book gets a full snapshot', async () => {
  const live = await open();
  const early = collector<unknown>();
  live.subscribe('depth:BTC/USDT', early.take);
  await exchange.asked('subscribe', 1);
  exchange.push('depth:BTC/USDT', 1, snapshot('10'));
  exchange.push('depth:BTC/USDT', 2, diff('11'));
  await early.next(2);
  const late = collector<unknown>();
  live.subscribe('depth:BTC/USDT', late.take);
  expect(await late.next(1)).toEqual([
    {
      kind: 'snapshot',
      bids: [
        ['11', '2'],
        ['10', '1'],
      ],
      asks: [],
      time: 8,
    },
  ]);
});

test('a gap in a book causes a new subscription, and no listener sees it', async () => {
  const live = await open();
  const book = collector<unknown>();
  live.subscribe('depth:BTC/USDT', book.take);
  await exchange.asked('subscribe', 1);
  exchange.push('depth:BTC/USDT', 1, snapshot('10'));
  exchange.push('depth:BTC/USDT', 3, diff('11'));
  exchange.push('depth:BTC/USDT', 4, diff('12'));
  await exchange.asked('unsubscribe', 1);
  await exchange.asked('subscribe', 2);
  exchange.push('depth:BTC/USDT', 9, snapshot('20'));
  exchange.push('depth:BTC/USDT', 10, diff('21'));
  expect(await book.next(3)).toEqual([snapshot('10'), snapshot('20'), diff('21')]);
});

test('the stream logs in and subscribes again after the connection breaks', async () => {
  const live = await open({ token: 'secret' });
  const states: string[] = [];
  live.onState((state) => states.push(state));
  live.subscribe('orders', () => undefined);
  live.subscribe('ticker', () => undefined);
  await exchange.asked('subscribe', 2);
  exchange.peer?.terminate();
  const asked = await exchange.asked('subscribe', 4);
  expect(exchange.requests.filter((request) => request.op === 'auth').map((request) => request.token)).toEqual([
    'secret',
    'secret',
  ]);
  expect(asked.slice(2).map((request) => request.channels)).toEqual([['ticker'], ['orders']]);
  expect(states).toEqual(['live', 'offline', 'live']);
});

test('private channels wait for the log-in, and are not subscribed if it is refused', async () => {
  const problems = collector<string>();
  const live = await open({ token: 'stale', onProblem: problems.take });
  exchange.authCode = 1001;
  live.subscribe('balances', () => undefined);
  live.subscribe('ticker', () => undefined);
  expect(await problems.next(1)).toEqual(['auth: refused']);
  await exchange.asked('ping', 1);
  const subscribed = exchange.requests.flatMap((request) => (request.op === 'subscribe' ? request.channels : []));
  expect(subscribed).toEqual(['ticker']);
});

test('a refused log-in is retried, because the database may be temporarily unavailable', async () => {
  exchange = await Exchange.start();
  exchange.authCodes.push(503, 1001);
  const live = await open({ token: 'good' }, exchange);
  live.subscribe('orders', () => undefined);
  expect((await exchange.asked('subscribe', 1)).map((request) => request.channels)).toEqual([['orders']]);
  expect(exchange.requests.filter(({ op }) => op === 'auth')).toHaveLength(3);
});

test('a private channel is joined once the server confirms it, on each new socket', async () => {
  const live = await open({ token: 'good' });
  const joined = collector<readonly string[]>();
  live.onJoined(joined.take);
  live.subscribe('orders', () => undefined);
  const [first] = await exchange.asked('subscribe', 1);
  expect(live.isJoined('orders')).toBe(false);
  if (first) exchange.accept(first);
  expect(await joined.next(1)).toEqual([['orders']]);
  expect(live.isJoined('orders')).toBe(true);
  live.restart();
  expect(live.isJoined('orders')).toBe(false);
  const [, second] = await exchange.asked('subscribe', 2);
  expect(live.isJoined('orders')).toBe(false);
  if (second) exchange.accept(second);
  expect(await joined.next(2)).toEqual([['orders'], ['orders']]);
});

test('a push that violates the contract is reported and not delivered', async () => {
  const problems = collector<string>();
  const live = await open({ onProblem: problems.take });
  const pushed: unknown[] = [];
  live.subscribe('trades:BTC/USDT', (data) => pushed.push(data));
  await exchange.asked('subscribe', 1);
  exchange.push('trades:BTC/USDT', 1, [{ price: 5 }]);
  exchange.peer?.send('not JSON');
  expect(await problems.next(2)).toEqual([
    'a push of trades:BTC/USDT violates the contract',
    'a message violates the contract',
  ]);
  expect(pushed).toEqual([]);
});

test('a ping measures latency and clock offset', async () => {
  const live = await open();
  const beats = collector<{ latencyMs: number; clockOffsetMs: number }>();
  live.onHeartbeat(beats.take);
  const [beat] = await beats.next(1);
  expect(beat?.latencyMs).toBeGreaterThanOrEqual(0);
  expect(Math.abs((beat?.clockOffsetMs ?? 0) + Date.now() - 5000)).toBeLessThan(2000);
});

test('a socket that no longer answers is replaced', async () => {
  const live = await open({ pingMs: 5 });
  exchange.answersPings = false;
  const states = collector<string>();
  live.onState(states.take);
  expect(await states.next(3)).toEqual(['live', 'offline', 'live']);
});

test('an order that waits for a connection stays the order of the customer who placed it', async () => {
  const session = { token: 'anna' };
  const live = await open(session);
  live.cancelOnDisconnect(true);
  await exchange.asked('cancelOnDisconnect', 1);
  exchange.peer?.terminate();
  const states = collector<string>();
  live.onState(states.take);
  await states.next(1);
  const placed = live.call('cancel', { id: '7' });
  session.token = 'ben';
  const [request] = await exchange.asked('cancel', 1);
  expect(exchange.requests.findLast(({ op }) => op === 'auth')).toMatchObject({ token: 'ben' });
  expect(request).toMatchObject({ sessionMark: sessionMark('anna') });
  live.close();
  await expect(placed).rejects.toMatchObject({ kind: 'unreachable' });
  // Nor does the new customer's socket cancel orders because the one before asked for it.
  expect(exchange.requests.filter(({ op }) => op === 'cancelOnDisconnect')).toHaveLength(1);
});
