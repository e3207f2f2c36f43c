import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { FloodCounter } from './flood-counter.ts';

/** One address has sent more requests than it may. */
export class FloodError extends Error {
  readonly waitMs: number;

  constructor(waitMs: number) {
    super('flood');
    this.name = 'FloodError';
    this.waitMs = waitMs;
  }
}

/** Addresses counted at a time. */
const maxAddresses = 50_000;

/** Refuses (429) requests of one address past `requestsPer10s`; 0 disables the limit. This protects the machine: customers have limits of their own. */
export async function limitFlood(server: FastifyInstance, requestsPer10s: number): Promise<void> {
  if (requestsPer10s === 0) return;
  const silent = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
  await server.register(rateLimit, {
    max: requestsPer10s,
    timeWindow: 10_000,
    store: class extends FloodCounter {
      constructor() {
        super(maxAddresses);
      }
    },
    addHeaders: { ...silent, 'retry-after': false },
    addHeadersOnExceeding: silent,
    errorResponseBuilder: (_request, { ttl }) => new FloodError(ttl),
  });
}
