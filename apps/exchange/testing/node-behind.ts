import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Asked {
  readonly id: number;
  readonly method: string;
}

/** Several nodes behind one address, as whoever keeps nodes for others has them. */
export interface NodesBehind {
  readonly url: string;
  /** What a node that is behind answers to some calls. */
  readonly behind: Map<string, unknown>;
  close(): Promise<void>;
}

/** Stands before a real node, and answers some calls as one that is behind would. */
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
