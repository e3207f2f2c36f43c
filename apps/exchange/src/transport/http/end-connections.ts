import type { FastifyInstance } from 'fastify';
import type { Connections } from './connections.ts';

/** Interval at which a closing server closes idle connections. */
const pollMs = 50;

/**
 * Keeps connections from delaying a stop. As the server closes, ends connections that never carried a request (browsers open them in advance), and each other one once its
 * requests are answered. Node counts the first kind as busy and leaves the second open until its keep-alive ends.
 */
export function endConnections(server: FastifyInstance, connections: Connections): void {
  server.addHook('preClose', (done) => {
    connections.end();
    const polling = setInterval(() => server.server.closeIdleConnections(), pollMs);
    server.server.once('close', () => clearInterval(polling));
    done();
  });
}
