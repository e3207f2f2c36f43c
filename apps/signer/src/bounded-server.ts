import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** What somebody who reaches the socket can make the signer hold. */
export const bounds = {
  /** The longest payment (of Bitcoin's family, 200,000 digits) and what comes with it. */
  bodyBytes: 256 * 1024,
  headerBytes: 4 * 1024,
  connections: 64,
  headersWithinMs: 2_000,
  requestWithinMs: 10_000,
  readWithinMs: 10_000,
} as const;

/** The body is longer than any that the signer has a use for. */
export class BodyTooLong extends Error {
  override readonly name = 'BodyTooLong';
}

/**
 * A server that answers one request for each connection and closes it. What is too long, too slow, or comes after that request is not read; one connection more than there
 * may be is closed at once.
 */
export function boundedServer(answer: RequestListener): Server {
  const { headerBytes, headersWithinMs, requestWithinMs, connections, readWithinMs } = bounds;
  const timeouts = { headersTimeout: headersWithinMs, requestTimeout: requestWithinMs };
  const options = { ...timeouts, maxHeaderSize: headerBytes, connectionsCheckingInterval: 500 };
  const asked = new WeakSet<Socket>();
  const server = createServer(options, (incoming, outgoing) => {
    const { socket } = incoming;
    // Sent behind another without waiting; the connection ends with the answer before it.
    if (asked.has(socket)) return;
    asked.add(socket);
    outgoing.setHeader('connection', 'close');
    outgoing.once('finish', () => socket.setTimeout(readWithinMs, () => socket.destroy()));
    answer(incoming, outgoing);
  });
  server.maxConnections = connections;
  return server;
}

/** @throws BodyTooLong before more is read */
export async function boundedText(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > bounds.bodyBytes) throw new BodyTooLong();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
