import { sessionMarkHeader } from '@fft/contract';
import type { FastifyInstance } from 'fastify';
import { asOfHeader } from './as-of.ts';
import { budgetHeaders } from './charge.ts';
import { requestIdHeader } from './security-headers.ts';

/** Headers of answers that pages of other origins may read. */
const exposed = [asOfHeader, requestIdHeader, ...budgetHeaders, 'retry-after'];

/** A browser repeats its question after this long. */
const preflightSeconds = 600;

/**
 * Lets apps that other origins serve call this API, for builds of the web app that name a `host`. Cookies travel too: log-in recognises a device by
 * one. Without such origins nothing is added, and browsers keep foreign pages out.
 */
export function allowAppOrigins(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  server.addHook('onRequest', (request, reply, next) => {
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return next();
    // On the raw answer, as the fast path writes its answers without Fastify's headers.
    reply.raw.setHeader('access-control-allow-origin', origin);
    reply.raw.setHeader('access-control-allow-credentials', 'true');
    reply.raw.setHeader('access-control-expose-headers', exposed.join(', '));
    reply.raw.setHeader('vary', 'origin');
    if (request.method !== 'OPTIONS') return next();
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': `access-token, content-type, ${sessionMarkHeader}`,
        'access-control-max-age': preflightSeconds,
      })
      .send();
  });
}
