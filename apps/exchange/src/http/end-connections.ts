import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** While it closes, the server looks this often for connections over which everything was answered. */
const lookEveryMs = 50;

/**
 * Lets no connection hold up a stop: as the server closes, ends those over which nothing was ever asked, as browsers open them in advance, and each other as soon as what was asked over it
 * is answered. Node counts the first as busy, and lets the second stand idle for as long as one may.
 */
export function endConnections(server: FastifyInstance): void {
  const silent = new Set<Socket>();
  const asked = ({ socket }: IncomingMessage): void => void silent.delete(socket);
  server.server
    .on('connection', (socket: Socket) => {
      silent.add(socket);
      socket.once('close', () => silent.delete(socket));
    })
    .on('request', asked)
    .on('upgrade', asked);
  server.addHook('preClose', (done) => {
    for (const socket of silent) socket.destroy();
    const looking = setInterval(() => server.server.closeIdleConnections(), lookEveryMs);
    server.server.once('close', () => clearInterval(looking));
    done();
  });
}
