import type { FastifyInstance } from 'fastify';
import type { Connections } from './connections.ts';

/** While it closes, the server looks this often for connections over which everything was answered. */
const lookEveryMs = 50;

/**
 * Lets no connection hold up a stop: as the server closes, ends those over which nothing was ever asked, as browsers open them in advance, and each other as soon as what was asked over it
 * is answered. Node counts the first as busy, and lets the second stand idle for as long as one may.
 */
export function endConnections(server: FastifyInstance, connections: Connections): void {
  server.addHook('preClose', (done) => {
    connections.end();
    const looking = setInterval(() => server.server.closeIdleConnections(), lookEveryMs);
    server.server.once('close', () => clearInterval(looking));
    done();
  });
}
