import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** Limits for any process that can reach the socket. */
export const serverLimits = {
  /** Fits the longest request but Dogecoin's: a Bitcoin-family transaction of 200,000 digits. */
  maxBodyBytes: 256 * 1024,
  maxHeaderBytes: 4 * 1024,
  maxConnections: 64,
  headersTimeoutMs: 2_000,
  requestTimeoutMs: 10_000,
  responseReadTimeoutMs: 10_000,
} as const;

/** The body is longer than any valid request. */
export class BodyTooLong extends Error {
  override readonly name = 'BodyTooLong';
}

/**
 * Creates a server that answers one request per connection and then closes it. It does not read input that is too long, too slow or after that request,
 * and closes connections above the maximum immediately.
 */
export function createBoundedServer(answer: RequestListener): Server {
  const { maxHeaderBytes, headersTimeoutMs, requestTimeoutMs, maxConnections, responseReadTimeoutMs } = serverLimits;
  const timeouts = { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs };
  const options = { ...timeouts, maxHeaderSize: maxHeaderBytes, connectionsCheckingInterval: 500 };
  const asked = new WeakSet<Socket>();
  const server = createServer(options, (incoming, outgoing) => {
    const { socket } = incoming;
    // A pipelined request: the connection closes after the answer to the first one.
    if (asked.has(socket)) return;
    asked.add(socket);
    outgoing.setHeader('connection', 'close');
    outgoing.once('finish', () => socket.setTimeout(responseReadTimeoutMs, () => socket.destroy()));
    answer(incoming, outgoing);
  });
  server.maxConnections = maxConnections;
  return server;
}

/** @throws BodyTooLong without reading further */
export async function readBoundedText(
  incoming: IncomingMessage,
  maxBytes: number = serverLimits.maxBodyBytes,
): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) throw new BodyTooLong();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
