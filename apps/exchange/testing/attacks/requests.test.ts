import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { calls } from '@fft/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { route } from '../../src/transport/http/route.ts';
import { createTestApi, type TestApi, type TestApiOptions } from '../test-api.ts';
import { ambiguousRequests, formRequest } from './ambiguous-requests.ts';

/** A call with a body; its handler records its input. */
const call = calls.auth.requestRegistrationCode;
let http: TestApi;
let open: Socket[];
/** The input of each handler, in order. */
let heard: string[];

async function start(options: TestApiOptions = {}): Promise<void> {
  http = await createTestApi(options);
  heard = [];
  open = [];
  route(http.api, calls.market.time, () => {
    heard.push('time');
    return { time: 1 };
  });
  route(http.api, call, ({ email }) => {
    heard.push(email);
    return { resendAfter: 60, flow: '' };
  });
  await http.listen();
}
afterEach(async () => {
  for (const socket of open) socket.destroy();
  await http.close();
});

async function dial(): Promise<Socket> {
  const socket = connect(http.port(), '127.0.0.1');
  socket.on('error', () => undefined);
  open.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes and returns all answers until the server closes the connection or is quiet for a while. */
async function exchangeBytes(bytes: string, quietMs = 300): Promise<{ statuses: number[]; isEnded: boolean }> {
  const socket = await dial();
  let answers = '';
  let isEnded = true;
  const quiet = setTimeout(() => {
    isEnded = false;
    socket.destroy();
  }, quietMs);
  socket.setEncoding('latin1').on('data', (part: string) => {
    answers += part;
    quiet.refresh();
  });
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.write(bytes, 'latin1');
  await ended;
  clearTimeout(quiet);
  const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return { statuses, isEnded };
}

const post = '/api/passport/regemail.html';
const bodyOf = (name: string) => `email=${name}%40test.example`;
const honest = (name: string): string => formRequest(post, bodyOf(name));
const smuggled = honest('smuggled');
const head = `POST ${post} HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
const own = bodyOf('own');
const hex = (length: number) => length.toString(16);

describe('bytes that two servers could parse as different requests', () => {
  beforeEach(() => start());

  test.each(ambiguousRequests({ path: post, own, smuggled }))(
    'are refused, and what follows is not read: %s',
    async (_what, bytes) => {
      const { statuses, isEnded } = await exchangeBytes(bytes);
      expect(statuses).toEqual([400]);
      expect(isEnded).toBe(true);
      expect(heard).toEqual([]);
    },
  );
});

describe('after an unusual request the next one is parsed from its first byte', () => {
  beforeEach(() => start());
  const chunks = (text: string, extension = '') => `${hex(text.length)}${extension}\r\n${text}\r\n0\r\n\r\n`;

  test.each<[what: string, bytes: string, heard: string[]]>([
    ['chunks', `${head}Transfer-Encoding: chunked\r\n\r\n${chunks(own)}`, ['own@test.example']],
    [
      'chunks with extensions',
      `${head}Transfer-Encoding: chunked\r\n\r\n${chunks(own, ';a=b;c="d"')}`,
      ['own@test.example'],
    ],
    [
      'chunks with trailers',
      `${head}Transfer-Encoding: chunked\r\n\r\n${hex(own.length)}\r\n${own}\r\n0\r\nX: y\r\n\r\n`,
      ['own@test.example'],
    ],
    [
      'a GET with a body',
      `GET /api/time.html HTTP/1.1\r\nHost: a\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
      ['time'],
    ],
    [
      'a GET with a body in chunks',
      `GET /api/time.html HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunks(smuggled)}`,
      ['time'],
    ],
    [
      'a body where no call is',
      `${head.replace(post, '/api/no.html')}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
      [],
    ],
    [
      'a body of a kind that is not taken',
      `POST ${post} HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
      [],
    ],
    ['an address with its host', `GET http://a/api/time.html HTTP/1.1\r\nHost: a\r\n\r\n`, ['time']],
  ])('%s', async (_what, bytes, expected) => {
    const { statuses } = await exchangeBytes(`${bytes}${honest('next')}`);
    expect(statuses).toHaveLength(2);
    expect(statuses.at(-1)).toBe(200);
    expect(heard.slice(-1)).toEqual(['next@test.example']);
    expect(heard.slice(0, -1)).toEqual(heard.length === expected.length + 1 ? expected : []);
  });

  test('after a body that is too long', async () => {
    const long = smuggled.repeat(200);
    const { statuses } = await exchangeBytes(`${head}Content-Length: ${long.length}\r\n\r\n${long}${honest('next')}`);
    expect(statuses[0]).toBe(413);
    expect(heard.filter((name) => name !== 'next@test.example')).toEqual([]);
  });

  test('after an upgrade with a body nothing is read', async () => {
    for (const kind of ['websocket', 'h2c']) {
      const upgrade = `${head}Connection: Upgrade\r\nUpgrade: ${kind}\r\nContent-Length: ${own.length}\r\n\r\n${own}`;
      expect((await exchangeBytes(`${upgrade}${smuggled}`)).statuses).toEqual([200]);
    }
    expect(heard).toEqual(['own@test.example', 'own@test.example']);
  });

  test.each(['CONNECT a:443 HTTP/1.1', 'OPTIONS * HTTP/1.1', 'PRI * HTTP/2.0'])('%s reaches no call', async (line) => {
    await exchangeBytes(`${line}\r\nHost: a\r\n\r\n`);
    expect(heard).toEqual([]);
  });
});

/** Splits the same bytes at every position. */
test('two requests are read as sent when the network splits them at any byte', async () => {
  await start();
  const bytes = `${head}Transfer-Encoding: chunked\r\n\r\n5;x=y\r\n${own.slice(0, 5)}\r\n${hex(own.length - 5)}\r\n${own.slice(5)}\r\n0\r\n\r\n${honest('next')}`;
  for (let cut = 1; cut < bytes.length; cut++) {
    const socket = await dial();
    socket.setNoDelay(true);
    const answer = text(socket.setEncoding('latin1'));
    socket.write(bytes.slice(0, cut), 'latin1');
    await new Promise((resolve) => setImmediate(resolve));
    socket.end(bytes.slice(cut), 'latin1');
    expect((await answer).match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  }
  expect(new Set(heard)).toEqual(new Set(['own@test.example', 'next@test.example']));
  expect(heard).toHaveLength(2 * (bytes.length - 1));
}, 60_000);

describe('headers', () => {
  beforeEach(() => start());

  test.each<[what: string, lines: string]>([
    ['giant ones', `X: ${'a'.repeat(20_000)}\r\n`],
    ['many small ones', 'a:\r\n'.repeat(3_000)],
    ['more than a hundred', 'a: b\r\n'.repeat(101)],
  ])('are refused: %s', async (_what, lines) => {
    const { statuses, isEnded } = await exchangeBytes(
      `GET /api/time.html HTTP/1.1\r\nHost: a\r\n${lines}\r\n${smuggled}`,
    );
    expect(statuses).toEqual([431]);
    expect(isEnded).toBe(true);
    expect(heard).toEqual([]);
  });

  test('that would make Node drop the length are refused, and the body is not read as a request', async () => {
    const { statuses } = await exchangeBytes(
      `${head}${'a:\r\n'.repeat(2_100)}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    );
    expect(statuses).toEqual([431]);
    expect(heard).toEqual([]);
  });

  test('are accepted up to a hundred', async () => {
    const { statuses } = await exchangeBytes(`GET /api/time.html HTTP/1.1\r\nHost: a\r\n${'a: b\r\n'.repeat(99)}\r\n`);
    expect(statuses).toEqual([200]);
  });
});

describe('pipelined requests', () => {
  const time = 'GET /api/time.html HTTP/1.1\r\nHost: a\r\n\r\n';

  test('are answered in order', async () => {
    await start();
    const { statuses } = await exchangeBytes(`${time.repeat(20)}${honest('last')}`);
    expect(statuses).toEqual(Array.from({ length: 21 }, () => 200));
    expect(heard.at(-1)).toBe('last@test.example');
  });

  test('in their thousands close the connection after few answers', async () => {
    await start();
    const { isEnded } = await exchangeBytes(time.repeat(5_000), 10_000);
    expect(isEnded).toBe(true);
    expect(heard.length).toBeLessThan(1_000);
    expect((await http.get('/api/time.html')).status).toBe(200);
  });

  test('in repeated floods block their address for the rest of the ten seconds', async () => {
    await start({ requestsPer10s: 1_000 });
    const other = await dial();
    const closed = once(other, 'close');
    for (let sent = 0; sent < 5; sent++) await exchangeBytes(time.repeat(100), 10_000);
    await closed;
    expect(await exchangeBytes(time)).toEqual({ statuses: [], isEnded: true });
  });
});

describe('connections', () => {
  test('of one address are limited: a new one closes the idlest, silent ones first', async () => {
    await start({ connectionsPerAddress: 3, trustedProxies: [] });
    const used = await dial();
    used.write('GET /api/time.html HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(used, 'data');
    const silent = [await dial(), await dial()];
    const gone = once(silent[0] ?? used, 'close');
    const late = await dial();
    await gone;
    late.write('GET /api/time.html HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(late, 'data');
    used.write('GET /api/time.html HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(used, 'data');
    expect(heard).toHaveLength(3);
  });

  test('of a trusted proxy are unlimited', async () => {
    await start({ connectionsPerAddress: 3, trustedProxies: ['127.0.0.0/8'] });
    const sockets = await Promise.all(Array.from({ length: 20 }, dial));
    await http.get('/api/time.html');
    expect(sockets.every(({ readableEnded, destroyed }) => !readableEnded && !destroyed)).toBe(true);
  });

  test('are limited in total, and an honest caller still gets one', async () => {
    await start({ maxConnections: 20 });
    for (let opened = 0; opened < 100; opened++) await dial();
    expect((await http.get('/api/time.html')).status).toBe(200);
    const connections = await new Promise<number>((resolve) =>
      http.api.server.server.getConnections((_error, count) => resolve(count)),
    );
    expect(connections).toBeLessThanOrEqual(20);
  });

  test('of an address that far exceeds its limit are closed', async () => {
    await start({ requestsPer10s: 20 });
    const statuses: number[] = [];
    const asking = (async () => {
      for (;;) statuses.push((await http.get('/api/time.html')).status);
    })();
    await expect(asking).rejects.toThrow('fetch failed');
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    // Connections count as well.
    expect(statuses.length).toBeGreaterThan(120);
    expect(statuses.length).toBeLessThanOrEqual(140);
  });

  test('that send nothing, or a header or an upload byte by byte, are closed in time', async () => {
    await start();
    const { server } = http.api.server;
    expect(server.headersTimeout).toBe(8_000);
    expect(server.requestTimeout).toBe(60_000);
  });
});
