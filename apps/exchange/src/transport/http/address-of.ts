import type { FastifyInstance } from 'fastify';

/** The URL at which a server listens; `localhost` for loopback and wildcard addresses. */
export function addressOf(server: FastifyInstance): string {
  const address = server.addresses()[0];
  if (typeof address !== 'object') throw new Error('the server is not listening');
  const local = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(address.address);
  return `http://${local ? 'localhost' : address.address}:${address.port}`;
}
