import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ClosedReason, Connections } from './connections.ts';

/** Exceeds what the socket buffers of both sides hold. */
const answerBytes = 32 * 1024 * 1024;
const second = 1_000;
const open: (() => void)[] = [];
const closed: ClosedReason[] = [];

beforeEach(() => {
  // Only the intervals are fake: the test advances the ticks, sockets use the real clock.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  for (const close of open.splice(0)) close();
  closed.length = 0;
  vi.useRealTimers();
});

/** Starts a server with one large answer, and a client that requested it and does not read. */
async function openUnreadClient(): Promise<Socket> {
  const connections = new Connections({
    total: 10,
    perAddress: 10,
    requestsPer10s: 0,
    isProxy: () => false,
    onClosed: (reason) => closed.push(reason),
  });
  const sockets: Socket[] = [];
  const server = createServer((request, response) => {
    expect(connections.admitRequest(request, response)).toBe(true);
    response.end(Buffer.alloc(answerBytes));
  });
  server.on('connection', (socket: Socket) => {
    sockets.push(socket);
    connections.admit(socket);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  open.push(() => {
    client.destroy();
    server.close();
    server.closeAllConnections();
  });
  await expect.poll(() => sockets[0]?.writableLength ?? 0).toBeGreaterThan(0);
  return client;
}

test('an answer of which a client reads nothing for 20 seconds is abandoned', async () => {
  const client = await openUnreadClient();
  const ended = new Promise((resolve) => client.once('close', resolve));
  await delay(100);
  vi.advanceTimersByTime(20 * second);
  expect(closed).toEqual([]);
  vi.advanceTimersByTime(second);
  expect(closed).toEqual(['unread']);
  client.resume();
  await ended;
});

test('a slow reader keeps its connection as long as it reads', async () => {
  const client = await openUnreadClient();
  let [received, wanted] = [0, 0];
  client.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received >= wanted) client.pause();
  });
  for (let step = 0; step < 6; step++) {
    vi.advanceTimersByTime(15 * second);
    wanted += 4 * 1024 * 1024;
    client.resume();
    await expect.poll(() => received).toBeGreaterThanOrEqual(wanted);
    await delay(20);
  }
  expect(closed).toEqual([]);
});
