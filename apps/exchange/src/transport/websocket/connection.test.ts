import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../../testing/wait-for.ts';
import { WebSocket, WebSocketServer } from 'ws';
import { Connection } from './connection.ts';
import { textFrame } from './text-frame.ts';

let server: WebSocketServer;
let reader: WebSocket;
let wire: WebSocket;
let connection: Connection;
let received: number;

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  reader = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  received = 0;
  reader.on('message', () => (received += 1));
  const accepted = new Promise<void>((resolve) => {
    server.once('connection', (socket, request) => {
      wire = socket;
      connection = new Connection(socket, request.socket);
      resolve();
    });
  });
  await Promise.all([accepted, once(reader, 'open')]);
});
afterEach(async () => {
  reader.terminate();
  server.close();
  await once(server, 'close');
});

const frame = 'x'.repeat(64 * 1024);
/** Exceeds the system's buffers for a reader that does not read. */
const maxFrames = 1000;

/** Sends to a paused reader until this many bytes wait here. */
async function fill(bytes: number): Promise<number> {
  reader.pause();
  let sent = 0;
  for (; sent < maxFrames && wire.bufferedAmount <= bytes; sent++) {
    connection.send(frame);
    await new Promise(setImmediate);
  }
  expect(wire.bufferedAmount).toBeGreaterThan(bytes);
  return sent;
}

test('texts of any length arrive unchanged and in order, also between market data', async () => {
  const texts = ['', 'a', 'é中', 'x'.repeat(125), 'y'.repeat(126), 'z'.repeat(65_535), 'ü'.repeat(40_000), 'last'];
  const heard: string[] = [];
  reader.on('message', (data: Buffer) => heard.push(data.toString()));
  for (const [index, text] of texts.entries()) {
    if (index % 3 === 2) connection.sendOrConflate('ticker', textFrame(text));
    else connection.send(text);
  }
  await waitFor(() => expect(heard).toHaveLength(texts.length));
  expect(heard).toEqual(texts);
});

test('messages of the same turn are sent before the close, and none after it', async () => {
  const closed = new Promise<number>((resolve) => reader.once('close', resolve));
  connection.send('before');
  connection.close(1001, 'the server is stopping');
  connection.send('after');
  expect(await closed).toBe(1001);
  expect(received).toBe(1);
});

test('market data is skipped for a reader that falls behind, and due again once it has caught up', async () => {
  const sent = await fill(64 * 1024);
  const waiting = wire.bufferedAmount;
  connection.sendOrConflate('ticker', textFrame('{}'));
  connection.sendOrConflate('ticker', textFrame('{}'));
  expect(wire.bufferedAmount).toBe(waiting);
  expect(connection.takeRecovered()).toEqual([]);
  reader.resume();
  await waitFor(() => expect(wire.bufferedAmount).toBe(0));
  expect(connection.takeRecovered()).toEqual(['ticker']);
  expect(connection.takeRecovered()).toEqual([]);
  connection.sendOrConflate('ticker', textFrame('{}'));
  await waitFor(() => expect(received).toBe(sent + 1));
});

test('other messages are buffered up to 1 MiB; past that the reader is dropped with a reason', async () => {
  const closed = new Promise<number>((resolve) => reader.once('close', resolve));
  await fill(1024 * 1024);
  const waiting = wire.bufferedAmount;
  connection.send('one more');
  connection.send(frame);
  expect(wire.bufferedAmount).toBeLessThan(waiting + 1000);
  expect(wire.readyState).toBe(WebSocket.CLOSING);
  reader.resume();
  expect(await closed).toBe(1013);
});
