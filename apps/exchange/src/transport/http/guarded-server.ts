import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.ts';
import { envelopeBody, jsonType } from './envelope.ts';
import { messages, type MessageKey } from '../../refusals/messages.ts';
import { answerHeaders } from './security-headers.ts';

/** Past these a request is refused: browsers and proxies send some thirty. Node would leave out what is past its own bound, and say nothing. */
const headersMax = 100;
/** An idle connection is kept a little longer than proxies keep theirs. */
const keepAliveMs = 72_000;

/** A server whose connections are counted, and whose requests are looked at before anything is spent on them. */
export function createGuardedServer(
  options: ServerOptions,
  connections: Connections,
  handler: RequestListener,
): Server {
  const own = {
    keepAliveTimeout: keepAliveMs,
    // Node would refuse what names no host by itself, and go on with the next request of the same packet.
    requireHostHeader: false,
    // Anything else that asks for an upgrade is an ordinary request: an upgrade's body would be read by nobody.
    shouldUpgradeCallback: ({ method, socket, headers }: IncomingMessage): boolean => {
      connections.noteUpgrade(socket);
      return server.listenerCount('upgrade') > 0 && method === 'GET' && !hasBody(headers);
    },
  };
  const server = createServer({ ...options, ...own }, (request, response) => {
    if (!connections.mayAsk(request, response)) return;
    if (request.rawHeaders.length > 2 * headersMax) refuse(response, 431, 'headersTooLarge');
    else if (request.headers.host === undefined && request.httpVersion === '1.1') refuse(response, 400, 'badRequest');
    else handler(request, response);
  });
  return server.on('connection', (socket: Socket) => connections.admit(socket));
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Answers, and takes no further request over this connection. */
function refuse(response: ServerResponse, status: 400 | 431, key: MessageKey): void {
  response.shouldKeepAlive = false;
  response.writeHead(status, { 'content-type': jsonType, connection: 'close', ...answerHeaders });
  response.end(envelopeBody(status, messages[key].zh));
}
