import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls, sessionMark } from '@fft/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { answeredAsOf, createClient, NetworkError, RefusedError } from './index.ts';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: Server | undefined;

/** Starts a server that gives every request the same answer and records the requests. */
async function serve(answer: (response: ServerResponse) => void): Promise<{ baseUrl: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const started = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body });
      answer(response);
    });
  });
  server = started;
  await new Promise<void>((resolve) => void started.listen(0, '127.0.0.1', resolve));
  return { baseUrl: `http://127.0.0.1:${(started.address() as AddressInfo).port}`, seen };
}

function json(body: unknown, status = 200): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error,
  );
}

describe('a request', () => {
  test('sends an image as a file of a multipart form, with the language in the query', async () => {
    const { baseUrl, seen } = await serve(json({ code: 200, message: '', data: { id: 'x' } }));
    const client = createClient({ baseUrl, token: () => 'secret', lang: () => 'zh' });
    for (const file of [new Blob(['the bytes']), new TextEncoder().encode('the bytes')]) {
      expect(await client.call(calls.upload.image, { file })).toEqual({ id: 'x' });
    }
    for (const { url, headers, body } of seen) {
      expect(url).toBe('/api/upload/image.html?lang=zh');
      expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
      expect(body).toContain('name="file"; filename="file"');
      expect(body).toContain('the bytes');
    }
  });

  test('sends GET input and language in the query, and the token in a header', async () => {
    const { baseUrl, seen } = await serve(json({ code: 200, message: '', data: { items: [], next: null } }));
    const client = createClient({ baseUrl, token: () => 'secret', lang: () => 'zh' });
    const page = await client.call(calls.trade.history, { symbol: 'BTC/USDT', limit: 5 });
    expect(page).toEqual({ items: [], next: null });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.method).toBe('GET');
    expect(seen[0]?.url).toBe('/api/trade/history.html?symbol=BTC%2FUSDT&limit=5&lang=zh');
    expect(seen[0]?.headers['access-token']).toBe('secret');
  });

  test('sends the password’s type in the query, as the specification has it', async () => {
    const { baseUrl, seen } = await serve(json({ code: 200, message: '', data: null }));
    const passwords = { code: '123456', password: '135790', passwordConfirm: '135790' };
    await createClient({ baseUrl, lang: () => 'zh' }).call(calls.user.setPassword, { type: 'pay', ...passwords });
    expect(seen[0]?.url).toBe('/api/user/setpass.html?type=pay');
    expect(Object.fromEntries(new URLSearchParams(seen[0]?.body))).toEqual({ ...passwords, lang: 'zh' });
  });

  test('sends POST input and language as a form, without absent fields, and an empty token', async () => {
    const { baseUrl, seen } = await serve(json({ code: 200, message: '', data: { resendAfter: 60, flow: 'a-flow' } }));
    const client = createClient({ baseUrl });
    await client.call(calls.auth.requestRegistrationCode, { email: 'a+b@mail.example' });
    expect(seen[0]?.method).toBe('POST');
    expect(seen[0]?.url).toBe('/api/passport/regemail.html');
    expect(seen[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect(seen[0]?.headers['access-token']).toBe('');
    expect(Object.fromEntries(new URLSearchParams(seen[0]?.body))).toEqual({ email: 'a+b@mail.example', lang: 'en' });
  });
});

describe('the device', () => {
  test('the device cookie is stored, and sent only with log-in calls', async () => {
    const { baseUrl, seen } = await serve((response) => {
      response.setHeader('set-cookie', 'fft-customer-device=a-key; Path=/api/passport; HttpOnly');
      json({ code: 200, message: '', data: { resendAfter: 60, flow: 'a-flow' } })(response);
    });
    let kept: string | null = null;
    const device = { read: () => kept, keep: (cookie: string) => (kept = cookie) };
    const client = createClient({ baseUrl, device });
    await client.call(calls.auth.requestRegistrationCode, { email: 'a@mail.example' });
    expect(kept).toBe('fft-customer-device=a-key');
    await client.call(calls.auth.requestRegistrationCode, { email: 'a@mail.example' });
    await client.call(calls.user.read, {}).catch(() => undefined);
    expect(seen.map(({ headers }) => headers.cookie)).toEqual([undefined, 'fft-customer-device=a-key', undefined]);
  });
});

describe('a response', () => {
  test('with a code other than 200 is a RefusedError with message and fields', async () => {
    const data = { fields: { email: 'Enter a valid address' } };
    const { baseUrl } = await serve(json({ code: 400, message: 'Check the form', data }));
    const error = await failure(createClient({ baseUrl }).call(calls.auth.requestRegistrationCode, { email: 'x' }));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ code: 400, message: 'Check the form', data, fields: data.fields });
  });

  test('with code 200 under another HTTP status is refused', async () => {
    const { baseUrl } = await serve(json({ code: 200, message: '', data: { time: 1 } }, 500));
    expect(await failure(createClient({ baseUrl }).call(calls.market.time, {}))).toBeInstanceOf(RefusedError);
  });

  test.each([
    ['invalid JSON', (response: ServerResponse) => void response.writeHead(502).end('<h1>Bad gateway</h1>')],
    ['JSON without an envelope', json({ time: 1 })],
    ['data that violates the contract', json({ code: 200, message: '', data: { time: 'noon' } })],
  ])('%s is a network error', async (_name, answer) => {
    const { baseUrl } = await serve(answer);
    const error = await failure(createClient({ baseUrl }).call(calls.market.time, {}));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ kind: 'unreadable' });
  });

  test('an unreachable server is a network error', async () => {
    const { baseUrl } = await serve(json({}));
    await new Promise((resolve) => server?.close(resolve));
    const error = await failure(createClient({ baseUrl }).call(calls.market.time, {}));
    expect(error).toMatchObject({ name: 'NetworkError', kind: 'unreachable' });
  });

  test('a timeout is a network error', async () => {
    const { baseUrl } = await serve(() => undefined);
    const error = await failure(createClient({ baseUrl, timeoutMs: 20 }).call(calls.market.time, {}));
    expect(error).toMatchObject({ name: 'NetworkError', kind: 'timeout' });
  });

  test('a number beyond the safe integer range is reported', async () => {
    const { baseUrl } = await serve((response) =>
      response.end('{"code":200,"message":"","data":{"time":9007199254740993}}'),
    );
    const unsafe: string[] = [];
    await createClient({ baseUrl, onUnsafeNumber: (path) => unsafe.push(path) }).call(calls.market.time, {});
    expect(unsafe).toEqual(['/api/time.html']);
  });
});

test('an answer with the header as-of tells its time, another one none', async () => {
  let asOf: string | null = '2026-11-26T10:05:03.000Z';
  const { baseUrl } = await serve((response) => {
    if (asOf !== null) response.setHeader('as-of', asOf);
    json({ code: 200, message: '', data: { id: 'x' } })(response);
  });
  const upload = () => createClient({ baseUrl }).call(calls.upload.image, { file: new Blob(['the bytes']) });
  expect(answeredAsOf(await upload())).toBe(Date.parse('2026-11-26T10:05:03.000Z'));
  asOf = 'yesterday';
  expect(answeredAsOf(await upload())).toBeUndefined();
  asOf = null;
  expect(answeredAsOf(await upload())).toBeUndefined();
});

test('calls that act name the session that they were typed for, and others don’t', async () => {
  const { baseUrl, seen } = await serve(json({ code: 1002, message: 'another', data: null }));
  const client = createClient({ baseUrl, token: () => 'ben', typedFor: () => 'anna' });
  const about = { coin: 'USDT', chain: 'ETH', amount: '5', addressId: '1' };
  await Promise.allSettled([
    client.call(calls.trade.cancelAll, { symbol: 'all' }),
    client.call(calls.withdrawals.sendCode, about),
    client.call(calls.trade.openOrders, {}),
    client.call(calls.auth.login, { email: 'a@mail.example', password: 'b' }),
    createClient({ baseUrl, token: () => 'ben' }).call(calls.trade.cancelAll, { symbol: 'all' }),
  ]);
  const marks = seen.toSorted((one, other) => (one.url ?? '').localeCompare(other.url ?? ''));
  expect(marks.map(({ url, headers }) => [url?.split('?')[0], headers['session-mark']])).toEqual(
    expect.arrayContaining([
      [calls.trade.cancelAll.path, sessionMark('anna')],
      [calls.trade.cancelAll.path, undefined],
      [calls.withdrawals.sendCode.path, sessionMark('anna')],
      [calls.trade.openOrders.path, undefined],
      [calls.auth.login.path, undefined],
    ]),
  );
});
