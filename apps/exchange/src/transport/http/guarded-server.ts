import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.ts';
import { BufferedRequest } from './fast-path/buffered-request.ts';
import { envelopeBody, jsonType } from './envelope.ts';
import { texts, type TextKey } from './texts.ts';
import { answerHeaders } from './security-headers.ts';

/** Requests with more headers are refused: browsers and proxies send about thirty. Node would silently drop headers past its own limit. */
const maxHeaders = 100;
/** The specification's time for an upload. Other requests must arrive within 15 s, which `Connections` checks. */
const requestTimeoutMs = 60_000;
/** From the start of the connection, or the first byte of a request, to its last header. */
const headersTimeoutMs = 8_000;
/** Keep-alive of an idle connection, slightly longer than that of common proxies. */
const keepAliveMs = 72_000;

/** Creates a server that counts its connections and screens each request before spending anything on it. */
export function createGuardedServer(connections: Connections, handler: RequestListener): Server {
  const options = {
    IncomingMessage: BufferedRequest,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: keepAliveMs,
    // Node would refuse a request without a host itself, and continue with the next request of the same packet.
    requireHostHeader: false,
    // Any other upgrade request is handled as an ordinary one: nothing would read the body of an upgrade.
    shouldUpgradeCallback: ({ method, socket, headers }: IncomingMessage): boolean => {
      connections.noteUpgrade(socket);
      return server.listenerCount('upgrade') > 0 && method === 'GET' && !hasBody(headers);
    },
  };
  const server = createServer(options, (request, response) => {
    if (!connections.admitRequest(request, response)) return;
    if (request.rawHeaders.length > 2 * maxHeaders) refuse(response, 431, 'headersTooLarge');
    else if (request.headers.host === undefined && request.httpVersion === '1.1') refuse(response, 400, 'badRequest');
    else handler(request, response);
  });
  return server.on('connection', (socket: Socket) => connections.admit(socket));
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Answers, and closes the connection afterwards. */
function refuse(response: ServerResponse, status: 400 | 431, key: TextKey): void {
  response.shouldKeepAlive = false;
  response.writeHead(status, { 'content-type': jsonType, connection: 'close', ...answerHeaders });
  response.end(envelopeBody(status, texts[key].zh));
}
