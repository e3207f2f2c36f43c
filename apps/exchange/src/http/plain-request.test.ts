import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPlainRequest } from './plain-request.ts';

const form = 'content-type: application/x-www-form-urlencoded';

function request(lines: readonly string[], body = 'a=1', first = 'POST /api/trade/create.html HTTP/1.1'): string {
  return [first, ...lines, '', body].join('\r\n');
}

const sound = ['Host: localhost', form, 'Content-Length: 3', 'Connection: keep-alive', 'access-token: abc'];

test('a form as programs send it', () => {
  const text = request([...sound, 'User-Agent: bot/1']);
  expect(readPlainRequest(`${text}POST /next`)).toEqual({
    path: '/api/trade/create.html',
    token: 'abc',
    userAgent: 'bot/1',
    body: 'a=1',
    length: text.length,
  });
});

test.each([
  ['a call by GET', request(sound, 'a=1', 'GET /api/trade/create.html HTTP/1.1')],
  ['a query', request(sound, 'a=1', 'POST /api/trade/create.html?a=1 HTTP/1.1')],
  ['another version', request(sound, 'a=1', 'POST /api/trade/create.html HTTP/1.0')],
  ['half a head', request(sound).slice(0, 60)],
  ['half a body', request(sound).slice(0, -1)],
  ['two lengths', request([...sound, 'content-length: 3'])],
  ['a length with a sign', request(sound.with(2, 'Content-Length: +3'))],
  ['no length', request(sound.toSpliced(2, 1))],
  ['chunks', request([...sound, 'transfer-encoding: chunked'])],
  ['a promise of more', request([...sound, 'expect: 100-continue'])],
  ['another protocol', request([...sound, 'upgrade: websocket'])],
  ['a connection to be closed', request(sound.with(3, 'connection: close'))],
  ['an address behind a proxy', request([...sound, 'x-forwarded-for: 1.2.3.4'])],
  ['no host', request(sound.slice(1))],
  ['another kind of body', request(sound.with(1, 'content-type: application/json'))],
  ['a header over two lines', request([...sound, 'accept: a', ' b'])],
  ['a space before the colon', request([...sound, 'accept : a'])],
  ['a bare line feed', request([...sound, 'accept: a\nx: b'])],
  ['letters beyond ASCII', request(sound, 'a=ä'.slice(0, 3))],
])('left to the server: %s', (_what, text) => {
  expect(readPlainRequest(text)).toBeNull();
});

describe('beside the parser of Node', () => {
  const server = createServer();
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  /** What a server makes of the bytes; null where it takes them for no request, or for half of one. */
  async function asServed(text: string): Promise<unknown> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const onRequest = (message: IncomingMessage): void => {
      let body = '';
      message.setEncoding('latin1').on('data', (part: string) => (body += part));
      message.on('end', () => resolve({ path: message.url, token: message.headers['access-token'] ?? '', body }));
    };
    server.on('request', onRequest);
    socket.on('close', () => resolve(null));
    socket.end(text, 'latin1');
    const made = await promise;
    server.off('request', onRequest);
    socket.destroy();
    return made;
  }

  const header = fc.constantFrom(
    ...sound,
    'content-length: 3 ',
    'Content-Length:3',
    'content-length: 03',
    'content-length: 3, 3',
    'transfer-encoding: identity',
    'accept: */*',
    'access-token:  a b ',
    'connection: Keep-Alive',
    'cookie: a=1',
    'accept:\t*/*',
    'x y: 1',
  );

  test('what is read here is read alike there', async () => {
    let read = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(header, { maxLength: 3 }), fc.constantFrom('a=1', 'a=12', 'a'), async (more, body) => {
        const text = request([...new Set([...sound.slice(0, 3), ...more])], body);
        const plain = readPlainRequest(text);
        if (plain === null) return;
        read += 1;
        const { path, token, body: own } = plain;
        expect(await asServed(text)).toEqual({ path, token, body: own });
      }),
      { numRuns: 300 },
    );
    expect(read).toBeGreaterThan(30);
  });
});
