import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerTogether } from './answer-together.ts';

const body = '{"code":200}';
const answer = { status: 200, headers: ['content-length', String(body.length)], body };

let server: Server;
/** Resolves with the responses of the first three requests. */
let asked: Promise<ServerResponse[]>;

beforeEach(async () => {
  const { promise, resolve } = Promise.withResolvers<ServerResponse[]>();
  const responses: ServerResponse[] = [];
  asked = promise;
  server = createServer((_request, response) => {
    if (responses.push(response) === 3) resolve(responses);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const ask = (): Promise<string | null> =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`).then(
    (found) => found.text(),
    () => null,
  );

test('answers of one turn are written after its work', async () => {
  const asking = [ask(), ask(), ask()];
  const responses = await asked;
  for (const response of responses) answerTogether(response, answer);
  expect(responses.map(({ headersSent }) => headersSent)).toEqual([false, false, false]);
  await Promise.resolve();
  expect(responses.map(({ writableEnded }) => writableEnded)).toEqual([true, true, true]);
  expect(await Promise.all(asking)).toEqual([body, body, body]);
});

test('an answer that cannot be written ends its own connection alone', async () => {
  const asking = [ask(), ask(), ask()];
  const responses = await asked;
  responses[1]?.writeHead(200);
  for (const response of responses) answerTogether(response, answer);
  const answered = (await Promise.all(asking)).filter((text) => text !== null);
  expect(answered).toEqual([body, body]);
});
