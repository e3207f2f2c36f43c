import websocket from '@fastify/websocket';
import { streamPath } from '@fft/contract';
import type { FastifyInstance } from 'fastify';
import type { Hub } from './hub.ts';

const maxMessageBytes = 4 * 1024;

/** Serves the streams on the contract's path, to pages of our own host and to programs (which send no Origin). */
export async function serveStreams(server: FastifyInstance, hub: Hub): Promise<void> {
  await server.register(websocket, {
    options: {
      maxPayload: maxMessageBytes,
      verifyClient: ({ req }, accept) => accept(isOwnOrigin(req.headers.origin, req.headers.host), 403, 'wrong origin'),
    },
  });
  server.get(streamPath, { websocket: true }, (socket, request) => {
    hub.accept(socket, request.raw.socket, { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' });
  });
}

function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
