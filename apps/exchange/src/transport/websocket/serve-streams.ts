import type { IncomingMessage } from 'node:http';
import websocket from '@fastify/websocket';
import { streamPath } from '@fft/contract';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { FloodError } from '../http/flood.ts';
import type { Hub } from './hub.ts';

/** Room for as many orders as a message may hold. */
const maxMessageBytes = 16 * 1024;
/** A message comes in so many frames at most, empty ones too, and a frame in so many pieces of the network's: a slow line's are a dozen. */
const maxFrames = 16;
const maxPieces = 128;
/** After its goodbye a socket is gone within this time, whether or not the other side says one. */
const goodbyeMs = 2_000;

const socketOptions = {
  maxPayload: maxMessageBytes,
  maxFragments: maxFrames,
  maxBufferedChunks: maxPieces,
  closeTimeout: goodbyeMs,
  // A few bytes of what is packed can be gigabytes, and packing costs every reader a window of memory.
  perMessageDeflate: false,
  verifyClient: ({ req }: { req: IncomingMessage }, accept: Accept): void =>
    accept(isOwnOrigin(req.headers.origin, req.headers.host), 403, 'wrong origin'),
};

type Accept = (isWelcome: boolean, status: number, reason: string) => void;

/** Serves the streams on the contract's path, to pages of our own host and to programs (which send no Origin). */
export async function serveStreams(server: FastifyInstance, hub: Hub): Promise<void> {
  endOtherUpgrades(server);
  // In a scope of its own: the plugin's hooks would cost every call as much as a twentieth of it.
  await server.register(async (scope) => {
    await scope.register(websocket, { options: socketOptions });
    scope.get(streamPath, { websocket: true, onRequest: refuseInDebt(hub) }, (socket, request) => {
      hub.accept(socket, request.raw.socket, { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' });
    });
  });
}

/** An address whose sockets have asked for far too much opens none for a while. */
function refuseInDebt(hub: Hub): onRequestHookHandler {
  return (request, _reply, next) => {
    const waitMs = hub.waitMs(request.ip);
    next(waitMs > 0 ? new FloodError(waitMs) : undefined);
  };
}

/** Whoever asks for a socket elsewhere is answered as by HTTP, and nothing would read what he sends after it. */
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
