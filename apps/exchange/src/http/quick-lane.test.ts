import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { calls, Code } from '@fft/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApi, type TestApi, type TestApiOptions } from '../../test/test-api.ts';
import { Refusal } from './refusal.ts';
import { route } from './route.ts';

const me = { id: 1000, sessionId: 'session' };
let http: TestApi;
let sockets: Socket[] = [];
/** Calls by id that wait to be answered. */
let held: Map<string, () => void>;

beforeEach(() => {
  held = new Map();
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await http.close();
});

/** A call that answers its own id as a refusal: at once for `q…`, by a promise otherwise, and when it is let for `h…`. */
async function start(options: TestApiOptions = {}): Promise<void> {
  http = await createTestApi({ sessions: { authenticate: (token) => (token === 'right' ? me : null) }, ...options });
  const refusal = (id: string) => new Refusal(Code.notFound, 'unknownOrder', { data: { id } });
  route(
    http.api,
    calls.trade.cancel,
    ({ id = '' }) => {
      throw refusal(id);
    },
    ({ id }, _customer, end) => {
      if (typeof id !== 'string' || !/^[qh]/.test(id)) return false;
      const finish = (): void =>
        end(() => {
          throw refusal(id);
        });
      if (id.startsWith('q')) finish();
      else held.set(id, finish);
      return true;
    },
  );
  route(http.api, calls.market.time, () => ({ time: 1 }));
  await http.listen();
}

function cancel(id: string, more = '', token = 'right'): string {
  const body = `lang=en&id=${id}`;
  const head = `POST /api/trade/cancel.html HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded`;
  return `${head}\r\naccess-token: ${token}\r\n${more}content-length: ${body.length}\r\n\r\n${body}`;
}

interface Line {
  readonly socket: Socket;
  /** Resolves with the next answers, once there are so many. */
  answers(count: number): Promise<readonly Answer[]>;
}

interface Answer {
  readonly head: string;
  readonly body: string;
}

async function open(): Promise<Line> {
  const socket = connect({ port: http.port(), host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  await once(socket, 'connect');
  let text = '';
  let onMore: () => void = () => undefined;
  // A letter for each byte, as lengths count them.
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
    onMore();
  });
  function take(): Answer | null {
    const [whole, head = '', length = ''] = /^(HTTP[^]*?content-length: (\d+)[^]*?)\r\n\r\n/i.exec(text) ?? [];
    if (whole === undefined || text.length < whole.length + Number(length)) return null;
    const body = Buffer.from(text.slice(whole.length, whole.length + Number(length)), 'latin1').toString();
    text = text.slice(whole.length + Number(length));
    return { head, body };
  }
  async function answers(count: number): Promise<readonly Answer[]> {
    const taken: Answer[] = [];
    for (;;) {
      for (let answer = take(); answer; answer = take()) taken.push(answer);
      if (taken.length >= count) return taken;
      await new Promise<void>((resolve) => {
        onMore = resolve;
      });
    }
  }
  return { socket, answers };
}

const idOf = ({ body }: Answer): unknown => (JSON.parse(body) as { data: { id?: string } | null }).data?.id;
/** The server writes names of headers in another case. */
const isOfLane = ({ head }: Answer): boolean => head.includes('\nconnection: ');
const headersOf = ({ head }: Answer): string[] =>
  head
    .toLowerCase()
    .split('\r\n')
    .filter((line) => !/^(date|keep-alive):/.test(line))
    .toSorted();

test('what is answered is what the server answers', async () => {
  await start();
  const line = await open();
  for (const id of ['q1', '17']) {
    line.socket.write(cancel(id));
    const [quick] = await line.answers(1);
    const other = await open();
    other.socket.write(cancel(id, 'x-left-to: the server\r\n'));
    const [slow] = await other.answers(1);
    if (!quick || !slow) throw new Error('nothing was answered');
    expect([isOfLane(quick), isOfLane(slow)]).toEqual([true, false]);
    expect([quick.body, headersOf(quick)]).toEqual([slow.body, headersOf(slow)]);
    expect(quick.head).toMatch(/\r\ndate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/);
  }
});

test('a field of the wrong form, and a session that nobody has, are answered as ever', async () => {
  await start();
  const line = await open();
  line.socket.write(cancel('?'));
  line.socket.write(cancel('q1', '', 'wrong'));
  const answers = await line.answers(2);
  expect(answers.map(({ body }) => (JSON.parse(body) as { code: number }).code)).toEqual([
    Code.badRequest,
    Code.sessionInvalid,
  ]);
});

test('requests that are sent without waiting are answered in their order', async () => {
  await start();
  const line = await open();
  line.socket.write(cancel('h1') + cancel('q2'));
  line.socket.write(cancel('q3'));
  await expect.poll(() => held.has('h1')).toBe(true);
  held.get('h1')?.();
  expect((await line.answers(3)).map(idOf)).toEqual(['h1', 'q2', 'q3']);
});

test('another call takes the connection to the server, and so does half a request', async () => {
  await start();
  const line = await open();
  const time = 'GET /api/time.html HTTP/1.1\r\nhost: localhost\r\n\r\n';
  line.socket.write(cancel('q1') + time + cancel('q2'));
  const [first, second, third] = await line.answers(3);
  expect([first, second, third].map((answer) => answer && isOfLane(answer))).toEqual([true, false, false]);
  expect(second?.body).toContain('"time":1');
  expect(third && idOf(third)).toBe('q2');
  const half = await open();
  half.socket.write(cancel('q4').slice(0, 70));
  half.socket.write(cancel('q4').slice(70));
  expect((await half.answers(1)).map(idOf)).toEqual(['q4']);
});

test('too many requests of an address, and a server that isn’t ready, are answered by the server', async () => {
  await start({ requestsPer10s: 2 });
  const line = await open();
  line.socket.write(cancel('q1') + cancel('q2') + cancel('q3'));
  const answers = await line.answers(3);
  expect(answers.map(({ head }) => head.slice(9, 12))).toEqual(['200', '200', '429']);
  await http.close();
  await start({ isReady: () => false });
  const early = await open();
  early.socket.write(cancel('q1'));
  expect((await early.answers(1)).map(({ head }) => head.slice(9, 12))).toEqual(['503']);
});

test('a connection that says nothing is ended after 15 seconds, one in use after 72 without a request, as the server does', async () => {
  await start();
  const accepted = once(http.api.server.server, 'connection');
  const line = await open();
  const [socket] = (await accepted) as [Socket];
  expect(socket.timeout).toBe(15_000);
  line.socket.write(cancel('q1'));
  await line.answers(1);
  expect(socket.timeout).toBe(http.api.server.server.keepAliveTimeout);
  const ended = once(line.socket, 'close');
  socket.emit('timeout');
  line.socket.end();
  await ended;
});

test('who has said all is answered, and the connection ends', async () => {
  await start();
  const line = await open();
  line.socket.end(cancel('q1'));
  const ended = once(line.socket, 'end');
  expect((await line.answers(1)).map(idOf)).toEqual(['q1']);
  await ended;
});

test('a stop ends idle connections, and answers those that wait', async () => {
  await start();
  const [idle, busy] = [await open(), await open()];
  idle.socket.write(cancel('q1'));
  await idle.answers(1);
  busy.socket.write(cancel('h2'));
  await expect.poll(() => held.has('h2')).toBe(true);
  const ended = once(idle.socket, 'end');
  const closed = http.close();
  await ended;
  idle.socket.end();
  held.get('h2')?.();
  const [last] = await busy.answers(1);
  expect(last && [idOf(last), last.head.includes('connection: close')]).toEqual(['h2', true]);
  busy.socket.end();
  await closed;
});
