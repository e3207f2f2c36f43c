import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BufferedRequest } from './buffered-request.ts';

const bytesMost = 40_000;

let server: Server;
let socket: Socket;
let answers: string;
/** What the server does with a request; gives what it answers. */
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
    const isTaken = request.takeWhole(bytesMost, (body) => resolve(body === null ? 'too long' : describeBody(body)));
    if (!isTaken) resolve('a stream');
  });
const streamed = async (request: BufferedRequest): Promise<string> => describeBody(await buffer(request));
const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const describeBody = (body: Buffer): string => `${body.length} of ${body.toString('latin1', 0, 3)}!`;

/** Sends a request in these parts, and waits for the last answer. */
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

  test('and asked for when all of it is there already', async () => {
    read = async (request) => {
      while (!request.complete) await later();
      return how(request);
    };
    await send(['abcdef']);
    await expect.poll(() => answers).toContain('6 of abc!');
  });

  test('comes in chunks', async () => {
    read = how;
    await send(['3\r\nabc\r\n', '2\r\nde\r\n', '0\r\n\r\n'], 'transfer-encoding: chunked');
    await expect.poll(() => answers).toContain('5 of abc!');
  });

  test('leaves the connection to the next, and the one after it', async () => {
    read = how;
    const one =
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\nabcPOST / HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\nabcd';
    socket.write(one);
    await expect.poll(() => answers).toMatch(/3 of abc![^]*4 of abc!/);
    await send(['abcde']);
    await expect.poll(() => answers).toContain('5 of abc!');
  });
});

test('what is longer than it may be is told once', async () => {
  let told = 0;
  read = (request) =>
    new Promise((resolve) => {
      request.takeWhole(5, (body) => {
        told += 1;
        resolve(body === null ? 'too long' : 'taken');
      });
    });
  await send(['abcd', 'efgh', 'ijkl']);
  await expect.poll(() => answers).toContain('too long');
  await send(['abc']);
  await expect.poll(() => answers).toContain('taken');
  expect(told).toBe(2);
});

test('what nobody asks for is kept for a while only, and is a stream then', async () => {
  const begun = Promise.withResolvers<BufferedRequest>();
  const goOn = Promise.withResolvers<void>();
  read = async (request) => {
    begun.resolve(request);
    await goOn.promise;
    const isWhole = request.takeWhole(bytesMost, () => undefined);
    return `${isWhole} ${describeBody(await buffer(request))}`;
  };
  const body = 'abc'.repeat(200_000);
  await send([body]);
  const request = await begun.promise;
  await expect.poll(() => request.readableLength).toBeGreaterThan(16 * 1024);
  expect(request.readableLength).toBeLessThan(body.length / 2);
  goOn.resolve();
  await expect.poll(() => answers).toContain('false 600000 of abc!');
});

test('what nobody reads at all is passed over', async () => {
  read = () => Promise.resolve('not read');
  await send(['abc']);
  await expect.poll(() => answers).toContain('not read');
  read = taken;
  await send(['abcd']);
  await expect.poll(() => answers).toContain('4 of abc!');
});

test('who goes away in the middle of a body is forgotten', async () => {
  let isGiven = false;
  const begun = Promise.withResolvers<BufferedRequest>();
  read = async (request) => {
    request.takeWhole(bytesMost, () => (isGiven = true));
    begun.resolve(request);
    return new Promise(() => undefined);
  };
  await send(['abc'], 'content-length: 10');
  const request = await begun.promise;
  const closed = new Promise((resolve) => request.on('close', resolve));
  socket.destroy();
  await closed;
  expect(isGiven).toBe(false);
});
