import type { FastifyInstance } from 'fastify';

/** The URL at which a server listens, as seen from this machine where it listens there. */
export function addressOf(server: FastifyInstance): string {
  const address = server.addresses()[0];
  if (typeof address !== 'object') throw new Error('the server does not listen');
  const local = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(address.address);
  return `http://${local ? 'localhost' : address.address}:${address.port}`;
}
