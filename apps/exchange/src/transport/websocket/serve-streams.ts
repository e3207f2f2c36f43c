import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import websocket from '@fastify/websocket';
import { streamPath } from '@fft/contract';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { WebSocket } from 'ws';
import { FloodError } from '../http/flood.ts';
import type { Hub } from './hub.ts';

/** Room for a subscription to the maximum number of streams. The native protocol takes no more than 16 KiB. */
const maxMessageBytes = 32 * 1024;
/** Limit of frames per message, empty ones included. A frame may arrive in `maxPieces` network chunks: a slow line's take a dozen. */
const maxFrames = 16;
const maxPieces = 128;
/** Time limit of the closing handshake. */
const goodbyeMs = 2_000;

const socketOptions = (appOrigins: readonly string[]) => ({
  maxPayload: maxMessageBytes,
  maxFragments: maxFrames,
  maxBufferedChunks: maxPieces,
  closeTimeout: goodbyeMs,
  // A few compressed bytes can expand to gigabytes, and compression costs a window of memory per reader.
  perMessageDeflate: false,
  verifyClient: ({ req }: { req: IncomingMessage }, accept: Accept): void =>
    accept(isOwnOrigin(req.headers, appOrigins), 403, 'wrong origin'),
});

type Accept = (isWelcome: boolean, status: number, reason: string) => void;

/** A path on which sockets speak another protocol. */
export interface Door {
  readonly path: string;
  readonly accept: (socket: WebSocket, request: FastifyRequest) => void;
}

/**
 * Serves the streams on the contract's path, and other protocols on theirs, to pages of our own host and of `appOrigins`, and to programs (which send no
 * Origin).
 */
export async function serveStreams(
  server: FastifyInstance,
  hub: Hub,
  others: readonly Door[],
  appOrigins: readonly string[],
): Promise<void> {
  const native: Door = {
    path: streamPath,
    accept: (socket, request) =>
      hub.accept(socket, request.raw.socket, { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' }),
  };
  const doors = [native, ...others];
  endOtherUpgrades(server, new Set(doors.map(({ path }) => path)));
  // In its own scope, as the plugin's hooks would add up to a twentieth to the cost of every call.
  await server.register(async (scope) => {
    await scope.register(websocket, { options: socketOptions(appOrigins) });
    for (const { path, accept } of doors) {
      scope.get(path, { websocket: true, onRequest: refuseInDebt(hub) }, accept);
    }
  });
}

/** Refuses new sockets of an address that is far over budget. */
function refuseInDebt(hub: Hub): onRequestHookHandler {
  return (request, _reply, next) => {
    const waitMs = hub.sockets.waitMs(request.ip);
    next(waitMs > 0 ? new FloodError(waitMs) : undefined);
  };
}

/** Ends the connection of an upgrade request elsewhere after its HTTP answer, as nothing would read further bytes. */
function endOtherUpgrades(server: FastifyInstance, paths: ReadonlySet<string | undefined>): void {
  server.addHook('onRequest', (request, reply, next) => {
    if (request.headers.upgrade !== undefined && !paths.has(request.routeOptions.url)) {
      reply.raw.once('finish', () => request.raw.socket.end());
    }
    next();
  });
  // A path that cannot be decoded reaches no hook; its connection ends when the client ends it.
  server.server.on('upgrade', (_request, socket) => socket.once('end', () => socket.end()));
}

function isOwnOrigin({ origin, host }: IncomingHttpHeaders, appOrigins: readonly string[]): boolean {
  if (origin === undefined || appOrigins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
