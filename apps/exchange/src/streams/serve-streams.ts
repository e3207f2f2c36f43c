import websocket from '@fastify/websocket';
import { streamPath } from '@fft/contract';
import type { FastifyInstance } from 'fastify';
import type { Hub } from './hub.ts';

/** Room for as many orders as a message may hold. */
const maxMessageBytes = 16 * 1024;

/** Serves the streams on the contract's path, to pages of our own host and to programs (which send no Origin). */
export async function serveStreams(server: FastifyInstance, hub: Hub): Promise<void> {
  endOtherUpgrades(server);
  // In a scope of its own: the plugin's hooks would cost every call as much as a twentieth of it.
  await server.register(async (scope) => {
    await scope.register(websocket, {
      options: {
        maxPayload: maxMessageBytes,
        verifyClient: ({ req }, accept) =>
          accept(isOwnOrigin(req.headers.origin, req.headers.host), 403, 'wrong origin'),
      },
    });
    scope.get(streamPath, { websocket: true }, (socket, request) => {
      hub.accept(socket, request.raw.socket, { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' });
    });
  });
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
