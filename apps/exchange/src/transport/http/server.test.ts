import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { calls } from '@fft/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PoolBusy } from '../../database/open-pool.ts';
import { durationText } from '../../refusals/duration-text.ts';
import { say } from '../../refusals/say.ts';
import { texts } from './texts.ts';
import { allowSlowBody } from './connections.ts';
import { answerHealth } from './health.ts';
import { route } from './route.ts';
import { createTestApi, type TestApi, type TestApiOptions } from '../../../testing/test-api.ts';

let http: TestApi;
let ready: boolean;

async function start(options: TestApiOptions = {}): Promise<void> {
  http = await createTestApi({ isReady: () => ready, ...options });
  answerHealth(http.api.server, http.api.isReady);
  route(http.api, calls.market.time, (_input, { ip }) => ({ time: ip.length }));
  http.api.server.get('/page/busy', () => Promise.reject(new PoolBusy()));
  route(http.api, calls.trade.depth, ({ symbol }) => ({ symbol, seq: 0, bids: [], asks: [], time: 0 }));
  await http.listen();
}

/** Sends bytes and returns everything received until the connection closes. */
async function sendBytes(bytes: string): Promise<string> {
  const socket = connect(http.port(), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

beforeEach(() => {
  ready = true;
});
afterEach(() => http.close());

test('a page other than a call answers 503 with a retry-after while the database pool is full', async () => {
  await start();
  const answer = await http.fetch('/page/busy?lang=en');
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(answer.body).toMatchObject({ code: 503, data: { outcomeUnknown: false, retryAfter: 1 } });
});

describe('answers that no call gives are wrapped in an envelope', () => {
  beforeEach(() => start());
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const json = { 'content-type': 'application/json' };
  const depth = '/api/trade/depth.html';

  test.each<[status: number, what: string, path: string, init: RequestInit]>([
    [404, 'an unknown path', '/api/nothing.html', {}],
    [404, 'an unknown page', '/nothing', { headers: { accept: 'text/html' } }],
    [405, 'a method of another call', '/api/time.html', { method: 'POST' }],
    [405, 'a method that no call uses', depth, { method: 'DELETE' }],
    [405, 'a preflight from another origin', depth, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } }],
    [400, 'truncated JSON', depth, { method: 'POST', headers: json, body: '{"symbol":' }],
    [400, 'JSON that sets a prototype', depth, { method: 'POST', headers: json, body: '{"__proto__":{"x":1}}' }],
    [413, 'a body past 16 KiB', depth, { method: 'POST', headers: form, body: 'a'.repeat(16 * 1024 + 1) }],
    [415, 'a body of another type', depth, { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' }],
    [415, 'a body without a type', depth, { method: 'POST', body: new Blob(['a']) }],
    [400, 'a path that cannot be decoded', '/%zz', {}],
  ])('%i: %s', async (status, _what, path, init) => {
    const chinese = await http.fetch(path, init);
    const english = await http.fetch(`${path}?lang=en`, init);
    expect(chinese.status).toBe(status);
    expect(chinese.body).toEqual({
      code: status,
      message: expect.stringMatching(/\p{Script=Han}/u) as unknown,
      data: null,
    });
    if (path !== '/%zz') expect(english.body.message).toMatch(/^[\x20-\x7e]+$/);
    expect(http.logged).toEqual([]);
  });

  test('405 lists the allowed methods', async () => {
    expect((await http.post('/api/time.html')).headers.get('allow')).toBe('GET');
  });

  test.each<[what: string, init: RequestInit]>([
    ['no body', { method: 'POST' }],
    ['an empty form', { method: 'POST', headers: form, body: '' }],
    ['empty JSON', { method: 'POST', headers: json, body: '' }],
  ])('a POST with %s has no fields', async (_what, init) => {
    const answer = await http.fetch(depth, init);
    expect([answer.status, answer.body.code]).toEqual([200, 400]);
  });

  test('bytes that are not HTTP are answered with 400', async () => {
    const answer = await sendBytes('GARBAGE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('{"code":400,');
  });

  test('TRACE is refused and does not echo the request', async () => {
    const answer = await sendBytes(
      'TRACE /api/time.html HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX: secret\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 40[45] /);
    expect(answer).not.toContain('secret');
  });

  test('headers that are too large are answered with 431', async () => {
    const answer = await sendBytes(`GET /api/time.html HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('{"code":431,');
    expect(answer).toContain('x-content-type-options: nosniff');
  });

  test('headers that are too large are answered without a body to HEAD', async () => {
    const answer = await sendBytes(`HEAD /api/time.html HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toMatch(/\r\n\r\n$/);
  });

  test('a path that cannot be decoded is answered with the headers of data', async () => {
    const { headers } = await http.get('/%zz');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

test('a flood from one address is refused with a retry-after', async () => {
  await start({ requestsPer10s: 3 });
  const answers = [];
  for (let sent = 0; sent < 5; sent++) answers.push(await http.get('/api/time.html', { fields: { lang: 'en' } }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  const refused = answers[3];
  const seconds = Number(refused?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(refused?.body).toEqual({
    code: 429,
    message: say(texts.flood, 'en', { wait: durationText(seconds * 1000) }),
    data: { retryAfter: seconds },
  });
});

test('X-Forwarded-For is trusted from trusted proxies only', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.77' };
  await start();
  expect((await http.get('/api/time.html', { headers })).body.data).toEqual({ time: '127.0.0.1'.length });
  await http.close();
  await start({ trustedProxies: ['127.0.0.1'] });
  expect((await http.get('/api/time.html', { headers })).body.data).toEqual({ time: '203.0.113.77'.length });
});

describe('a request that arrives slowly', () => {
  const seconds = (count: number): void => void vi.advanceTimersByTime(count * 1_000);
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  /** Sends the start of a body, and resolves with everything received once the connection closes. */
  async function begin(isSlowAllowed: boolean): Promise<{ readonly received: Promise<string>; socket: Socket }> {
    http = await createTestApi();
    const begun = Promise.withResolvers<void>();
    http.api.server.addHook('onRequest', (request, _reply, next) => {
      if (isSlowAllowed) allowSlowBody(request.raw);
      begun.resolve();
      next();
    });
    route(http.api, calls.trade.depth, ({ symbol }) => ({ symbol, seq: 0, bids: [], asks: [], time: 0 }));
    await http.listen();
    const socket = connect(http.port(), '127.0.0.1');
    socket.write('POST /api/trade/depth.html HTTP/1.1\r\nHost: a\r\nConnection: close\r\n');
    socket.write('Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 19\r\n\r\nsymbol=');
    await begun.promise;
    return { received: text(socket), socket };
  }

  test('is answered 408 and ended after 15 seconds', async () => {
    const { received, socket } = await begin(false);
    seconds(14);
    expect(socket.destroyed).toBe(false);
    seconds(2);
    expect(await received).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('has a minute where its route allows a slow body', async () => {
    const { received, socket } = await begin(true);
    seconds(50);
    socket.write('BTC/USDT&a=b');
    expect(await received).toContain('"symbol":"BTC/USDT"');
    const { requestTimeout, headersTimeout } = http.api.server.server;
    expect([requestTimeout, headersTimeout]).toEqual([60_000, 8_000]);
  });
});

describe('an app of another origin', () => {
  const depth = '/api/trade/depth.html';
  const from = (origin: string, method = 'POST') => http.fetch(depth, { method, headers: { origin } });
  const allowed = 'https://app.example';

  test('may call the API, with its token and the device cookie, if the settings list it', async () => {
    await start({ appOrigins: [allowed] });
    const preflight = await from(allowed, 'OPTIONS');
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'access-token, content-type, session-mark',
    ]);
    for (const answer of [
      preflight,
      await from(allowed),
      await http.fetch('/api/x.html', { headers: { origin: allowed } }),
    ])
      expect([
        answer.headers.get('access-control-allow-origin'),
        answer.headers.get('access-control-allow-credentials'),
      ]).toEqual([allowed, 'true']);
  });

  test('may not, if the settings do not', async () => {
    await start({ appOrigins: [allowed] });
    for (const method of ['OPTIONS', 'POST'])
      expect((await from('https://evil.example', method)).headers.get('access-control-allow-origin')).toBeNull();
  });
});

test('health reports live while the server runs, and ready while it serves', async () => {
  await start();
  expect((await http.get('/health/ready')).status).toBe(200);
  ready = false;
  const answer = await http.get('/health/ready');
  expect([answer.status, answer.body.code]).toEqual([503, 503]);
  expect((await http.get('/health/live')).status).toBe(200);
});

test('pages may load only their own files; calls are data', async () => {
  await start();
  const page = await http.get('/');
  const policy = page.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none';script-src 'self';style-src 'self'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  const call = await http.get('/api/time.html');
  expect(call.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(call.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a connection that never carried a request does not delay the stop', async () => {
  await start();
  const socket = connect(http.port(), '127.0.0.1');
  socket.on('error', () => undefined);
  const accepted = once(http.api.server.server, 'connection');
  const ended = once(socket, 'close');
  await accepted;
  await http.close();
  await ended;
  expect(socket.destroyed).toBe(true);
});

test('a request answered while the server stops is the last of its connection', async () => {
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  http = await createTestApi();
  route(http.api, calls.market.time, async () => {
    asked.resolve();
    await answer.promise;
    return { time: 1 };
  });
  await http.listen();
  const answered = http.get('/api/time.html');
  await asked.promise;
  const stopped = http.close();
  await expect.poll(() => http.api.server.server.listening).toBe(false);
  answer.resolve();
  expect((await answered).status).toBe(200);
  await stopped;
});
