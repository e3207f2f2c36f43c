import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BufferedRequest } from './buffered-request.ts';

const maxBytes = 40_000;

let server: Server;
let socket: Socket;
let answers: string;
/** The server's handler of a request; returns the answer. */
let read: (request: BufferedRequest) => Promise<string>;

beforeEach(async () => {
  server = createServer({ IncomingMessage: BufferedRequest }, (request, response) => {
    void read(request).then((text) => response.end(text));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  answers = '';
  socket.setEncoding('latin1').on('data', (text: string) => (answers += text));
});
afterEach(async () => {
  socket.destroy();
  server.close();
  await once(server, 'close');
});

const taken = (request: BufferedRequest): Promise<string> =>
  new Promise((resolve) => {
    const isTaken = request.takeWhole(maxBytes, (body) => resolve(body === null ? 'too long' : describeBody(body)));
    if (!isTaken) resolve('a stream');
  });
const streamed = async (request: BufferedRequest): Promise<string> => describeBody(await buffer(request));
const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const describeBody = (body: Buffer): string => `${body.length} of ${body.toString('latin1', 0, 3)}!`;

/** Sends a request in these parts, one per turn of the event loop. */
async function send(parts: readonly string[], head = `content-length: ${parts.join('').length}`): Promise<void> {
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\n${head}\r\n\r\n`);
  for (const part of parts) {
    await later();
    socket.write(part);
  }
}

const many = 'abc'.repeat(10_000);

describe.each([
  ['taken whole', taken],
  ['read as a stream', streamed],
])('a body that is %s', (_how, how) => {
  test.each<[string, readonly string[], string]>([
    ['in one part', ['abcdef'], '6 of abc!'],
    ['in three', ['a', 'b', 'c'], '3 of abc!'],
    ['that is empty', [''], '0 of !'],
    ['of many bytes', [many], '30000 of abc!'],
  ])('comes %s', async (_what, parts, expected) => {
    read = how;
    await send(parts);
    await expect.poll(() => answers).toContain(expected);
  });

  test('arrives when it is complete before the handler reads', async () => {
    read = async (request) => {
      while (!request.complete) await later();
      return how(request);
    };
    await send(['abcdef']);
    await expect.poll(() => answers).toContain('6 of abc!');
  });

  test('arrives when sent in chunks', async () => {
    read = how;
    await send(['3\r\nabc\r\n', '2\r\nde\r\n', '0\r\n\r\n'], 'transfer-encoding: chunked');
    await expect.poll(() => answers).toContain('5 of abc!');
  });

  test('leaves the connection usable for the next requests', async () => {
    read = how;
    const one =
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\nabcPOST / HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\nabcd';
    socket.write(one);
    await expect.poll(() => answers).toMatch(/3 of abc![^]*4 of abc!/);
    await send(['abcde']);
    await expect.poll(() => answers).toContain('5 of abc!');
  });
});

test('a body that is too long is reported once', async () => {
  let calls = 0;
  read = (request) =>
    new Promise((resolve) => {
      request.takeWhole(5, (body) => {
        calls += 1;
        resolve(body === null ? 'too long' : 'taken');
      });
    });
  await send(['abcd', 'efgh', 'ijkl']);
  await expect.poll(() => answers).toContain('too long');
  await send(['abc']);
  await expect.poll(() => answers).toContain('taken');
  expect(calls).toBe(2);
});

test('a body that is not read is buffered up to a limit and then becomes a stream', async () => {
  const begun = Promise.withResolvers<BufferedRequest>();
  const proceed = Promise.withResolvers<void>();
  read = async (request) => {
    begun.resolve(request);
    await proceed.promise;
    const isWhole = request.takeWhole(maxBytes, () => undefined);
    return `${isWhole} ${describeBody(await buffer(request))}`;
  };
  const body = 'abc'.repeat(200_000);
  await send([body]);
  const request = await begun.promise;
  await expect.poll(() => request.readableLength).toBeGreaterThan(16 * 1024);
  expect(request.readableLength).toBeLessThan(body.length / 2);
  proceed.resolve();
  await expect.poll(() => answers).toContain('false 600000 of abc!');
});

test('a body that is never read is skipped', async () => {
  read = () => Promise.resolve('not read');
  await send(['abc']);
  await expect.poll(() => answers).toContain('not read');
  read = taken;
  await send(['abcd']);
  await expect.poll(() => answers).toContain('4 of abc!');
});

test('a client that disconnects within a body is forgotten', async () => {
  let isDelivered = false;
  const begun = Promise.withResolvers<BufferedRequest>();
  read = async (request) => {
    request.takeWhole(maxBytes, () => (isDelivered = true));
    begun.resolve(request);
    return new Promise(() => undefined);
  };
  await send(['abc'], 'content-length: 10');
  const request = await begun.promise;
  const closed = new Promise((resolve) => request.on('close', resolve));
  socket.destroy();
  await closed;
  expect(isDelivered).toBe(false);
});
