import type { IncomingMessage } from 'node:http';
import websocket from '@fastify/websocket';
import { streamPath } from '@fft/contract';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { FloodError } from '../http/flood.ts';
import type { Hub } from './hub.ts';

/** Room for a message with the maximum number of orders. */
const maxMessageBytes = 16 * 1024;
/** Limit of frames per message, empty ones included. A frame may arrive in `maxPieces` network chunks: a slow line's take a dozen. */
const maxFrames = 16;
const maxPieces = 128;
/** Time limit of the closing handshake. */
const goodbyeMs = 2_000;

const socketOptions = {
  maxPayload: maxMessageBytes,
  maxFragments: maxFrames,
  maxBufferedChunks: maxPieces,
  closeTimeout: goodbyeMs,
  // A few compressed bytes can expand to gigabytes, and compression costs a window of memory per reader.
  perMessageDeflate: false,
  verifyClient: ({ req }: { req: IncomingMessage }, accept: Accept): void =>
    accept(isOwnOrigin(req.headers.origin, req.headers.host), 403, 'wrong origin'),
};

type Accept = (isWelcome: boolean, status: number, reason: string) => void;

/** Serves the streams on the contract's path to pages of our own host, and to programs (which send no Origin). */
export async function serveStreams(server: FastifyInstance, hub: Hub): Promise<void> {
  endOtherUpgrades(server);
  // In its own scope, as the plugin's hooks would add up to a twentieth to the cost of every call.
  await server.register(async (scope) => {
    await scope.register(websocket, { options: socketOptions });
    scope.get(streamPath, { websocket: true, onRequest: refuseInDebt(hub) }, (socket, request) => {
      hub.accept(socket, request.raw.socket, { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' });
    });
  });
}

/** Refuses new sockets of an address that is far over budget. */
function refuseInDebt(hub: Hub): onRequestHookHandler {
  return (request, _reply, next) => {
    const waitMs = hub.waitMs(request.ip);
    next(waitMs > 0 ? new FloodError(waitMs) : undefined);
  };
}

/** Ends the connection of an upgrade request elsewhere after its HTTP answer, as nothing would read further bytes. */
function endOtherUpgrades(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, next) => {
    if (request.headers.upgrade !== undefined && request.routeOptions.url !== streamPath) {
      reply.raw.once('finish', () => request.raw.socket.end());
    }
    next();
  });
}

function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
