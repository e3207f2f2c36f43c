import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Asked {
  readonly id: number;
  readonly method: string;
}

/** Several nodes behind one URL, as node providers run them. */
export interface NodesBehind {
  readonly url: string;
  /** Answers of a lagging node to some calls. */
  readonly behind: Map<string, unknown>;
  close(): Promise<void>;
}

/** Starts a proxy of a real node that answers some calls like a lagging one. */
export async function openNodesBehind(url: string): Promise<NodesBehind> {
  const behind = new Map<string, unknown>();
  const server = createServer((request, response) => {
    void json(request).then(async (asked) => {
      const { id, method } = asked as Asked;
      response.setHeader('content-type', 'application/json');
      if (behind.has(method)) return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: behind.get(method) }));
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(asked) });
      return response.end(await answer.text());
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behind,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
