import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { type SharedUses, unshared } from '../../platform/processes/shared-uses.ts';
import { FloodCounter } from './flood-counter.ts';
import { networkOf } from '../../platform/limits/network-of.ts';

/** One address has sent more requests than it may. */
export class FloodError extends Error {
  readonly waitMs: number;
  /** Requests in ten seconds, if these were too many. */
  readonly limit: number | null;

  constructor(waitMs: number, limit: number | null = null) {
    super('flood');
    this.name = 'FloodError';
    this.waitMs = waitMs;
    this.limit = limit;
  }
}

const windowMs = 10_000;
/** Addresses counted at a time. */
const maxAddresses = 50_000;

/** Refuses (429) requests of one address past `requestsPer10s`; 0 disables the limit. This protects the machine: customers have limits of their own. */
export async function limitFlood(
  server: FastifyInstance,
  requestsPer10s: number,
  uses: SharedUses = unshared,
): Promise<void> {
  if (requestsPer10s === 0) return;
  const silent = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
  await server.register(rateLimit, {
    max: requestsPer10s,
    timeWindow: windowMs,
    keyGenerator: ({ ip }) => networkOf(ip),
    store: sharedCounter(uses),
    addHeaders: { ...silent, 'retry-after': false },
    addHeadersOnExceeding: silent,
    errorResponseBuilder: (_request, { ttl }) => new FloodError(ttl, requestsPer10s),
  });
}

/** A counter that counts with those of the machine's other processes. */
function sharedCounter(uses: SharedUses): new () => FloodCounter {
  return class extends FloodCounter {
    readonly #tell = uses.share('requests', (address, requests) => this.note(String(address), requests, windowMs));

    constructor() {
      super(maxAddresses);
    }

    override incr(...given: Parameters<FloodCounter['incr']>): void {
      this.#tell?.(given[0], 1);
      super.incr(...given);
    }
  };
}
