import { gzipSync } from 'node:zlib';
import { calls } from '@fft/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestExchange, type TestExchange } from '../test-exchange.ts';
import { opcodes, RawSocket, rawFrame, textFrameOf } from './raw-socket.ts';

let exchange: TestExchange;
let open: RawSocket[];

async function start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  exchange = await startTestExchange(settings);
  open = [];
}

async function connect(headers: Readonly<Record<string, string>> = {}): Promise<RawSocket> {
  const socket = await RawSocket.open(exchange.url, headers);
  open.push(socket);
  return socket;
}

/** The messages received so far. */
function messagesOf(socket: RawSocket): Record<string, unknown>[] {
  return socket.texts.map((text) => JSON.parse(text) as Record<string, unknown>);
}

const answersOf = (socket: RawSocket) => messagesOf(socket).filter(({ op }) => op !== undefined);
const pushesOf = (socket: RawSocket) => messagesOf(socket).filter(({ op }) => op === undefined);

async function answered(socket: RawSocket, count: number): Promise<unknown[]> {
  await expect.poll(() => answersOf(socket).length).toBe(count);
  return answersOf(socket).map(({ code }) => code);
}

/** Logs a socket in and returns the answer's code. */
async function logIn(socket: RawSocket, token: string): Promise<unknown> {
  const before = answersOf(socket).length;
  socket.say({ op: 'auth', token });
  return (await answered(socket, before + 1)).at(-1);
}

afterEach(() => {
  for (const socket of open.splice(0)) socket.end();
});
afterAll(() => exchange.stop());

describe('one socket', () => {
  beforeAll(() => start());

  test('that subscribes to one channel fifty times receives its book once', async () => {
    const socket = await connect();
    socket.say({ op: 'subscribe', channels: Array.from({ length: 50 }, () => 'depth:BTC/USDT') });
    expect(await answered(socket, 1)).toEqual([200]);
    expect(pushesOf(socket)).toHaveLength(1);
  });

  test('that subscribes again to an unchanged book does not receive it again, unless it unsubscribed in between', async () => {
    const socket = await connect();
    const request = { channels: ['depth:BTC/USDT'] };
    for (const op of ['subscribe', 'subscribe', 'unsubscribe', 'subscribe']) socket.say({ op, ...request });
    expect(await answered(socket, 4)).toEqual([200, 200, 200, 200]);
    expect(pushesOf(socket)).toHaveLength(2);
  });

  test('that keeps requesting whole books is closed', async () => {
    const socket = await connect();
    const channels = ['depth:BTC/USDT'];
    while (socket.isOpen) {
      socket.say({ op: 'subscribe', channels });
      if (!socket.say({ op: 'unsubscribe', channels })) await socket.drained();
    }
    expect(await socket.ended).toEqual({ code: 1008, reason: 'too many requests' });
    expect(pushesOf(socket).length).toBeLessThan(500);
  });

  test.each([
    ['requests that no one knows', '{"op":"zzz"}'],
    ['what is no JSON', '{'],
    ['what is nested deeply', '['.repeat(4096)],
  ])('that sends %s is answered a few times and closed', async (_what, text) => {
    const socket = await connect();
    for (let sent = 0; sent < 2000; sent++) socket.say(text);
    expect(await socket.ended).toEqual({ code: 1008, reason: 'too many requests' });
    expect(answersOf(socket).length).toBeLessThan(80);
  });

  test('that keeps calling without a session is closed', async () => {
    const socket = await connect();
    for (let id = 0; id < 2000; id++) socket.say({ op: 'create', id, params: {} });
    expect((await socket.ended).code).toBe(1008);
  });

  test('that sends endless pings is closed, whether or not it reads the answers', async () => {
    const ping = rawFrame({ opcode: opcodes.ping });
    const reader = await connect();
    for (let sent = 8; reader.isOpen; sent += 8) {
      reader.send(Buffer.concat(Array.from({ length: 8 }, () => ping)));
      const pongs = () => reader.counts.get(opcodes.pong) ?? 0;
      await expect.poll(() => !reader.isOpen || pongs() === sent, { interval: 1 }).toBe(true);
    }
    expect(await reader.ended).toEqual({ code: 1008, reason: 'too many requests' });
    const stalled = await connect();
    for (let sent = 0; sent < 5000; sent++) stalled.send(ping);
    await stalled.ended;
    expect(stalled.counts.get(opcodes.pong) ?? 0).toBeLessThan(1300);
  });

  test('that sends unsolicited pongs is closed', async () => {
    const socket = await connect();
    for (let sent = 0; sent < 2000; sent++) socket.send(rawFrame({ opcode: opcodes.pong }));
    expect((await socket.ended).code).toBe(1008);
  });

  test('that sends an endless fragmented message is closed, even with empty fragments', async () => {
    for (const payload of ['', '{']) {
      const socket = await connect();
      socket.send(rawFrame({ opcode: opcodes.text, payload, isLast: false }));
      for (let sent = 0; sent < 100; sent++) {
        socket.send(rawFrame({ opcode: opcodes.continuation, payload, isLast: false }));
      }
      expect((await socket.ended).code).toBe(1008);
    }
  });

  test('that sends binary frames is closed', async () => {
    const socket = await connect();
    socket.send(rawFrame({ opcode: opcodes.binary, payload: 'x' }));
    expect(await socket.ended).toEqual({ code: 1003, reason: 'text frames only' });
  });

  test('is offered no compression, and is closed if it compresses', async () => {
    const socket = await connect({ 'sec-websocket-extensions': 'permessage-deflate; client_max_window_bits' });
    expect(socket.extensions).toBe('');
    socket.send(rawFrame({ opcode: opcodes.text, payload: gzipSync(Buffer.alloc(1e6)), isCompressed: true }));
    expect((await socket.ended).code).toBe(1002);
  });

  test('may send long messages after it logged in, up to 16 KiB', async () => {
    const { token } = await exchange.register('long-talker');
    const long = (bytes: number) => JSON.stringify({ op: 'ping', id: 1, more: 'x'.repeat(bytes) });
    const anonymous = await connect();
    anonymous.say(long(5000));
    expect(await anonymous.ended).toEqual({ code: 1009, reason: 'log in before a message of more than 4 KiB' });
    const customer = await connect();
    expect(await logIn(customer, token)).toBe(200);
    customer.say(long(15_000));
    expect(await answered(customer, 2)).toEqual([200, 200]);
    customer.say(long(17_000));
    expect((await customer.ended).code).toBe(1009);
  });

  test('that was closed for excess is gone even if it never answers the close frame', async () => {
    const socket = await connect();
    socket.isStubborn = true;
    socket.send(rawFrame({ opcode: opcodes.binary }));
    await expect.poll(() => socket.counts.get(opcodes.close)).toBe(1);
    await socket.ended;
  });
});

test('an address whose sockets keep breaking the rules is refused for a while', async () => {
  await exchange.stop();
  await start({ REQUESTS_PER_10S: '2000' });
  const ended: unknown[] = [];
  for (let tried = 0; tried < 40; tried++) {
    const socket = await connect().catch(() => null);
    if (socket === null) break;
    socket.send(rawFrame({ opcode: opcodes.binary, payload: 'x' }));
    ended.push((await socket.ended).code);
  }
  // Each costs 200 of 2,000 points.
  expect(ended.length).toBeGreaterThan(5);
  expect(ended.length).toBeLessThan(40);
  expect(new Set(ended)).toEqual(new Set([1003]));
  await exchange.stop();
  await start();
});

test('an unchanged book is serialized once for all subscribers', async () => {
  const sockets = await Promise.all(Array.from({ length: 20 }, () => connect()));
  for (const socket of sockets) socket.say({ op: 'subscribe', channels: ['depth:BTC/USDT'] });
  await Promise.all(sockets.map((socket) => answered(socket, 1)));
  const books = new Set(sockets.map((socket) => socket.texts.find((text) => text.includes('"channel"'))));
  // A whole book has a time and is serialized again every 250 ms at most.
  expect(books.size).toBeLessThan(4);
});

describe('an address', () => {
  beforeAll(async () => {
    await exchange.stop();
    await start({ SOCKETS_PER_ADDRESS: '3', SOCKETS_PER_CUSTOMER: '2', TRUSTED_PROXIES: '127.0.0.1,::1' });
  });
  const from = (ip: string) => connect({ 'x-forwarded-for': ip });

  test('holds a limited number of sockets without a session: a new one closes the oldest', async () => {
    const [first, second, third] = [await from('10.0.0.1'), await from('10.0.0.1'), await from('10.0.0.1')];
    const elsewhere = await from('10.0.0.2');
    const fourth = await from('10.0.0.1');
    expect(await first.ended).toEqual({ code: 1013, reason: 'too many sockets of this address' });
    expect([second, third, fourth, elsewhere].every(({ isOpen }) => isOpen)).toBe(true);
  });

  test('of IPv6 is a /64', async () => {
    const first = await from('2001:db8::1');
    for (const last of [2, 3, 4]) await from(`2001:db8::${last}`);
    expect((await first.ended).code).toBe(1013);
  });

  test('never closes a customer’s socket to make room for sockets without a session', async () => {
    const { token } = await exchange.register('logged-in');
    const own = await from('10.0.0.3');
    expect(await logIn(own, token)).toBe(200);
    for (let opened = 0; opened < 10; opened++) await from('10.0.0.3');
    expect(await answered(own, 1)).toEqual([200]);
    own.say({ op: 'ping' });
    expect(await answered(own, 2)).toEqual([200, 200]);
  });

  test('a customer has a limited number of sockets, and can log in on another once one is closed', async () => {
    const { token } = await exchange.register('many-sockets');
    const [first, second, third] = [await from('10.0.0.4'), await from('10.0.0.5'), await from('10.0.0.6')];
    expect([await logIn(first, token), await logIn(second, token), await logIn(third, token)]).toEqual([200, 200, 429]);
    first.end();
    await expect.poll(() => logIn(third, token)).toBe(200);
  });
});

describe('an address whose sockets far exceed their limit', () => {
  beforeAll(async () => {
    await exchange.stop();
    await start({ REQUESTS_PER_10S: '1000', TRUSTED_PROXIES: '127.0.0.1,::1' });
  });

  test('opens none for a while, while others do', async () => {
    const flood = Buffer.concat(Array.from({ length: 200 }, () => textFrameOf('{"op":"zzz"}')));
    const attacker = { 'x-forwarded-for': '10.0.0.9' };
    const refused = async (): Promise<string> => {
      const socket = await connect(attacker).catch((error: unknown) => String(error));
      if (typeof socket === 'string') return socket;
      socket.send(flood);
      await socket.ended;
      return 'closed';
    };
    await expect.poll(refused).toBe('Error: refused with 429');
    const honest = await connect({ 'x-forwarded-for': '10.0.0.10' });
    honest.say({ op: 'ping' });
    expect(await answered(honest, 1)).toEqual([200]);
    expect((await exchange.anonymous.call(calls.market.time, {})).time).toBeGreaterThan(0);
  });
});
