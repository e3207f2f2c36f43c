import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Ends, as the server closes, connections over which nothing was ever asked: browsers open such in advance, and Node, to which they aren't idle, would wait for
 * them longer than a stop may take.
 */
export function endSilentConnections(server: FastifyInstance): void {
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
    done();
  });
}
