import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { framesOf, textFrame } from './text-frame.ts';

let server: WebSocketServer;
let client: WebSocket;
/** The stream to the client, below the protocol. */
let wire: Socket;
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (_socket, request) => (wire = request.socket));
  await once(server, 'listening');
  client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await once(client, 'open');
});
afterAll(() => {
  client.terminate();
  server.close();
});

/** What a client reads from the frames. */
async function read(frames: readonly Buffer[], count: number): Promise<readonly string[]> {
  const texts: string[] = [];
  const all = new Promise<void>((resolve) => {
    client.on('message', (data: Buffer) => {
      if (texts.push(data.toString()) === count) resolve();
    });
  });
  for (const frame of frames) wire.write(frame);
  await all;
  client.removeAllListeners('message');
  return texts;
}

const lengths = [0, 1, 125, 126, 127, 128, 255, 256, 0x7f80, 0x80ff, 65_535, 65_536, 70_000];
const plain = lengths.map((length) => 'x'.repeat(length));
const wide = ['成功', 'é'.repeat(62), 'é'.repeat(63), '\u0080'.repeat(126), '😀'.repeat(20_000), 'a\u00ff'];

test('texts of any length and alphabet are read as they were, alone and together', async () => {
  for (const text of [...plain, ...wide]) expect(await read([textFrame(text)], 1)).toEqual([text]);
  for (const texts of [plain, wide, [...plain, ...wide], plain.toReversed(), ['', '成', '', 'x']])
    expect(await read(framesOf(texts), texts.length)).toEqual(texts);
});

test('texts that follow each other are one piece, and frames among them stay as they are', async () => {
  const shared = textFrame('shared');
  const frames = framesOf(['one', 'two', shared, shared, '三']);
  expect(frames).toHaveLength(4);
  expect(frames[1]).toBe(shared);
  expect(await read(frames, 5)).toEqual(['one', 'two', 'shared', 'shared', '三']);
  expect(framesOf([])).toEqual([]);
});
