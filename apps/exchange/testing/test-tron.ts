import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A request to the node: its path and its body. */
export interface Asked {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly apiKey: string | undefined;
}

/** A simulated Tron node: answers each path as the test sets, in the shapes of the real HTTP interface. */
export interface TestTron {
  readonly url: string;
  readonly asked: Asked[];
  /** Sets the answer to a path. */
  answer(path: string, always: object): void;
  /** Sets a function that answers a path. */
  answerBy(path: string, answer: (body: Asked['body']) => object | Promise<object>): void;
  close(): Promise<void>;
}

export async function openTestTron(): Promise<TestTron> {
  const answers = new Map<string, (body: Asked['body']) => object | Promise<object>>();
  const asked: Asked[] = [];
  const server = createServer((incoming, outgoing) => {
    void json(incoming).then(async (body) => {
      const [path, apiKey] = [incoming.url ?? '', incoming.headers['tron-pro-api-key']];
      const one = { path, body: body as Asked['body'], apiKey: typeof apiKey === 'string' ? apiKey : undefined };
      asked.push(one);
      const answer = answers.get(path);
      outgoing.writeHead(answer ? 200 : 404).end(JSON.stringify((await answer?.(one.body)) ?? {}));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    answer: (path, always) => void answers.set(path, () => always),
    answerBy: (path, answer) => void answers.set(path, answer),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
