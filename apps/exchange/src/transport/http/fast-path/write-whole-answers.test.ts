import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, Socket, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { writeAnswersWhole } from './write-whole-answers.ts';

const long = '长'.repeat(300_000);

let server: Server;
let answer: RequestListener;
/** Counts Node's writes of several chunks together. */
let inPieces: MockInstance;

beforeEach(async () => {
  inPieces = vi.spyOn(Socket.prototype, '_writev');
  server = createServer((request, response) => answer(request, response));
  writeAnswersWhole(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  server.close();
  await once(server, 'close');
});

/** Sends this many requests together over one connection, and reads until the server ends it. */
async function ask(count: number): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  let answers = '';
  socket.on('data', (text: string) => (answers += text));
  const heads = Array.from({ length: count }, (_, index) => `GET /${index + 1} HTTP/1.1\r\nhost: a\r\n`);
  socket.write(`${heads.join('\r\n')}connection: close\r\n\r\n`);
  await once(socket, 'end');
  socket.destroy();
  return answers;
}

const bodies = (answers: string): string[] =>
  answers
    .split('HTTP/1.1 200 OK')
    .slice(1)
    .map((each) => each.slice(each.indexOf('\r\n\r\n') + 4));

describe('answers', () => {
  test.each([
    ['a text', '{"code":200}'],
    ['a long one, in Chinese', long],
  ])('with %s are written in one piece, in order', async (_what, text) => {
    answer = ({ url }, response) => {
      const body = `${url}${text}`;
      response.writeHead(200, ['content-length', String(Buffer.byteLength(body))]).end(body);
    };
    expect(bodies(await ask(3))).toEqual([`/1${text}`, `/2${text}`, `/3${text}`]);
    expect(inPieces).not.toHaveBeenCalled();
  });

  test('without a body are sent', async () => {
    answer = (_request, response) => response.writeHead(200, ['content-length', '0']).end();
    expect(bodies(await ask(2))).toEqual(['', '']);
  });

  test('with a body of bytes are sent after their headers', async () => {
    answer = (_request, response) => response.writeHead(200, ['content-length', '6']).end(Buffer.from('abcdef'));
    expect(bodies(await ask(2))).toEqual(['abcdef', 'abcdef']);
    expect(inPieces).toHaveBeenCalled();
  });

  test('in several parts are sent completely', async () => {
    answer = (_request, response) => {
      response.writeHead(200, ['content-length', '6']);
      response.write('abc');
      response.end('def');
    };
    expect(bodies(await ask(2))).toEqual(['abcdef', 'abcdef']);
  });
});
