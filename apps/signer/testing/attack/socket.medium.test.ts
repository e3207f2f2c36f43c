import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { serverLimits } from '../../src/bounded-server.ts';
import { serve } from '../../src/serve.ts';

const folder = mkdtempSync(join(tmpdir(), 'fft-socket-'));
const socketPath = join(folder, 'signer.sock');
let asked = 0;
let serving: Awaited<ReturnType<typeof serve>>;
const sockets: Socket[] = [];

beforeAll(async () => {
  const signer = {
    xpub: 'xpub',
    hot: [],
    tokens: {},
    signedFor: () => [],
    sign: async () => {
      asked += 1;
      return { raw: '0x01', txid: '0x02' };
    },
  };
  serving = await serve(
    { evm: { ETH: signer } },
    { sentBack: { of: () => 0, note: () => undefined }, attester: { attest: () => Promise.reject(new Error('none')) } },
    socketPath,
  );
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await serving.close();
  rmSync(folder, { recursive: true });
});

/** Ignores write errors of connections that the server closes. */
async function open(): Promise<Socket> {
  const socket = connect(socketPath).on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const get = 'GET /xpub/ETH HTTP/1.1\r\nhost: signer\r\n\r\n';
const closed = (socket: Socket): Promise<unknown> =>
  socket.closed ? Promise.resolve() : new Promise((resolve) => socket.resume().once('close', resolve));

async function answerTo(...parts: readonly string[]): Promise<string> {
  const socket = await open();
  for (const part of parts) socket.write(part);
  return text(socket).catch(() => '');
}

const post = (headers: string): string => `POST /sign HTTP/1.1\r\nhost: signer\r\n${headers}\r\n\r\n`;

test('an oversized body is not read to its end, with or without a content length', async () => {
  const long = 'x'.repeat(serverLimits.maxBodyBytes + 1);
  expect(await answerTo(post(`content-length: ${long.length}`), long)).toMatch(/^HTTP\/1.1 413 /);
  const socket = await open();
  socket.write(post('transfer-encoding: chunked'));
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  let written = 0;
  const isOver = closed(socket);
  while (!socket.destroyed && written < 4_000) {
    written += 1;
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => undefined), isOver]);
  }
  await isOver;
  expect(written).toBeLessThan(200);
  expect(asked).toBe(0);
});

test('the longest valid request is answered', async () => {
  const body = JSON.stringify({ chain: 'LTC', purpose: 'cold', reference: 1, transaction: 'ab'.repeat(100_000) });
  const answer = await answerTo(post(`content-length: ${body.length}`), body);
  expect(answer).toMatch(/^HTTP\/1.1 403 /);
  expect(answer).toContain('this signer does not sign for this chain');
});

test('a connection is closed after one request', async () => {
  const before = asked;
  const body = JSON.stringify({
    chain: 'ETH',
    key: { branch: 1, index: 0 },
    purpose: 'cold',
    reference: 1,
    transaction: '0x02',
  });
  const answer = await answerTo(`${post(`content-length: ${body.length}`)}${body}`.repeat(50));
  expect(answer.match(/HTTP\/1.1 200/g)).toHaveLength(1);
  expect(asked).toBe(before + 1);
});

test('oversized headers are refused', async () => {
  const answer = await answerTo('GET /xpub/ETH HTTP/1.1\r\n', `x: ${'y'.repeat(serverLimits.maxHeaderBytes)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 431 /);
});

test('idle connections are limited in number and closed after a timeout', async () => {
  const silent = await Promise.all(Array.from({ length: serverLimits.maxConnections }, open));
  for (const socket of silent) socket.resume();
  const more = await Promise.all(Array.from({ length: 100 }, open));
  await Promise.all(more.map(closed));
  expect(silent.filter((socket) => socket.closed)).toEqual([]);
  await Promise.all(silent.map(closed));
  expect(await answerTo(get)).toContain('"xpub"');
}, 20_000);
