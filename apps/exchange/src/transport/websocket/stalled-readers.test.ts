import { calls } from '@fft/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { waitFor } from '../../../testing/wait-for.ts';
import { WebSocket } from 'ws';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';

/** Set `STALLED_READERS=1000` for the long run. */
const stalledCount = Number(process.env['STALLED_READERS'] ?? 50);
const rounds = 40;

let exchange: TestExchange;
let anna: TestCustomer;
let orders = 0;
const open: WebSocket[] = [];

beforeAll(async () => {
  exchange = await startTestExchange();
  anna = await exchange.register('anna');
  await anna.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
});
afterAll(() => exchange.stop());
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});

type Message = { readonly channel?: string; readonly code?: number; readonly seq?: number };

async function connect(onMessage: (message: Message) => void = () => undefined): Promise<WebSocket> {
  const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}/ws`);
  open.push(socket);
  socket.on('message', (data: Buffer) => onMessage(JSON.parse(data.toString()) as Message));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return socket;
}

const say = (socket: WebSocket, request: object): void => socket.send(JSON.stringify(request));

/** Places and cancels an order in each round. Resolves once the reader was pushed them all. */
async function trade(reader: { readonly pushes: readonly number[] }): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const had = reader.pushes.length;
    const market = { symbol: 'BTC/USDT', side: 'sell', type: 'limit' } as const;
    const numbers = { price: `${97_000 + (orders % 50)}`, quantity: '0.0001' };
    await anna.call(calls.trade.create, { clientOrderId: `push-${++orders}`, ...market, ...numbers });
    await vi.waitFor(() => expect(reader.pushes.length).toBeGreaterThan(had), { interval: 1, timeout: 30_000 });
    await anna.call(calls.trade.cancel, { clientOrderId: `push-${orders}` });
  }
}

async function follow(): Promise<{ readonly pushes: number[] }> {
  const pushes: number[] = [];
  const socket = await connect(({ channel, seq }) => {
    if (channel !== undefined && seq !== undefined) pushes.push(seq);
  });
  say(socket, { op: 'subscribe', channels: ['depth:BTC/USDT'] });
  await waitFor(() => expect(pushes).toHaveLength(1));
  return { pushes };
}

/** Requests all snapshots again and again, and reads none of them. */
async function stall(): Promise<void> {
  const socket = await connect();
  socket.pause();
  const channels = ['ticker', 'depth:BTC/USDT', 'trades:BTC/USDT', 'kline:BTC/USDT:1m'];
  askAgainAndAgain(socket, channels, 100);
}

/** Each new subscription is answered with a snapshot. */
function askAgainAndAgain(socket: WebSocket, channels: readonly string[], times: number): void {
  for (let time = 0; time < times; time++) {
    say(socket, { op: 'subscribe', channels });
    say(socket, { op: 'unsubscribe', channels });
  }
  say(socket, { op: 'subscribe', channels });
}

/** `npm run attack` measures by how much the others wait. A server that waits for its slowest reader pushes them nothing. */
test(`beside ${stalledCount} stalled readers another one misses nothing`, { timeout: 300_000 }, async () => {
  const reader = await follow();
  // In groups, as readers and server share a process here.
  for (let stalled = 0; stalled < stalledCount; stalled += 50) {
    await Promise.all(Array.from({ length: Math.min(50, stalledCount - stalled) }, stall));
  }
  await trade(reader);
  expect(reader.pushes).toEqual(reader.pushes.map((_, index) => (reader.pushes[0] ?? 0) + index));
});

describe('a session that ends while its socket is open', () => {
  /** Resolves once the socket is signed in; `closed` resolves with its close code. */
  async function openSession(token: string): Promise<{ readonly closed: Promise<number> }> {
    const codes: (number | undefined)[] = [];
    const socket = await connect(({ code }) => codes.push(code));
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    say(socket, { op: 'auth', id: 1, token });
    await waitFor(() => expect(codes).toEqual([200]));
    return { closed };
  }

  test('by another device of its owner, is closed, and that device stays logged in', async () => {
    const customer = await exchange.register('two-phones');
    const logIn = { email: 'two-phones@test.example', password: 'the password of two-phones' };
    const { token } = await exchange.anonymous.call(calls.auth.login, logIn);
    const { closed } = await openSession(token);
    const sessions = await customer.call(calls.user.sessions, {});
    await customer.call(calls.user.revokeSession, { id: sessions.find(({ current }) => !current)?.id ?? '' });
    expect(await closed).toBe(4001);
    await customer.call(calls.user.read, {});
  });

  test('as its owner locks the account, is closed', async () => {
    const customer = await exchange.register('in-doubt');
    const { closed } = await openSession(customer.token);
    await customer.call(calls.user.freeze, { password: 'the password of in-doubt' });
    expect(await closed).toBe(4001);
  });
});
