import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** Request to a node. */
export interface NodeQuestion {
  readonly name: string;
  readonly parameters: readonly unknown[];
}

/** Changes an answer of the real node. */
export type Lie = (result: never, question: NodeQuestion) => unknown;

/** A proxy of a real node that can change its answers. */
export interface LyingNode {
  readonly url: string;
  /** Lies by method or path. */
  readonly lies: Map<string, Lie>;
  /** Answers to what the real node isn't asked. */
  readonly swallowed: Map<string, unknown>;
  /** Makes the proxy answer nothing. */
  isAway: boolean;
  close(): Promise<void>;
}

interface RpcBody {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: readonly unknown[];
}

export async function openLyingNode(address: string): Promise<LyingNode> {
  const real = new URL(address);
  const secret = Buffer.from(`${real.username}:${real.password}`).toString('base64');
  const server = createServer((request, response) => {
    const answering = json(request).then(async (asked) => {
      if (node.isAway) return response.destroy();
      const { method, params = [asked] } = asked as RpcBody;
      const path = request.url === '/' ? '' : (request.url ?? '');
      const name = method ?? path.slice(1);
      if (node.swallowed.has(name)) {
        response.setHeader('content-type', 'application/json');
        const [told, id] = [node.swallowed.get(name), (asked as RpcBody).id];
        return response.end(JSON.stringify(method === undefined ? told : { jsonrpc: '2.0', id, result: told }));
      }
      const answer = await fetch(`${real.origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Basic ${secret}` },
        body: JSON.stringify(asked),
      });
      const truth: unknown = await answer.json();
      const question = { name, parameters: params };
      const lie = node.lies.get(name);
      response.setHeader('content-type', 'application/json');
      if (!lie) return response.end(JSON.stringify(truth));
      if (method === undefined) return response.end(JSON.stringify(await lie(truth as never, question)));
      const { result } = truth as { result: unknown };
      const told = await lie(result as never, question);
      // Nothing else is said about what the real node refuses.
      if (told === undefined) return response.end(JSON.stringify(truth));
      return response.end(JSON.stringify({ ...(truth as object), error: null, result: told }));
    });
    // The real node is down.
    answering.catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const node: LyingNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lies: new Map(),
    swallowed: new Map(),
    isAway: false,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return node;
}

/** Two nodes of one chain, each of which can lie or be away. */
export interface TwoNodes {
  readonly first: LyingNode;
  readonly second: LyingNode;
  /** Both tell the truth. */
  beHonest(): void;
  close(): Promise<void>;
}

export async function openTwoNodes(address: string): Promise<TwoNodes> {
  const [first, second] = [await openLyingNode(address), await openLyingNode(address)];
  return {
    first,
    second,
    beHonest: () => {
      for (const node of [first, second]) {
        node.lies.clear();
        node.swallowed.clear();
        node.isAway = false;
      }
    },
    close: async () => {
      await first.close();
      await second.close();
    },
  };
}
