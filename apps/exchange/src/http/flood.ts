import type { FastifyInstance } from 'fastify';
import { WindowCount } from './window-count.ts';

const windowMs = 10_000;

/** More requests from one address than it may send. */
export class FloodError extends Error {
  readonly seconds: number;

  constructor(waitMs: number) {
    super('flood');
    this.name = 'FloodError';
    this.seconds = Math.max(1, Math.ceil(waitMs / 1000));
  }
}

/** Counts a request of an address; tells how long it has to wait, 0 where it may go on. */
export type CountRequest = (address: string) => number;

/** Of one address `requestsPer10s` may come; 0 lets everything through. This guards the machine: customers have limits of their own. */
export function createRequestCount(requestsPer10s: number): CountRequest {
  if (requestsPer10s === 0) return () => 0;
  const requests = new WindowCount<string>(windowMs);
  return (address) => requests.take(address, requestsPer10s);
}

/** Refuses (429) what one address sends past what it may. */
export function limitFlood(server: FastifyInstance, count: CountRequest): void {
  server.addHook('onRequest', (request, _reply, next) => {
    const waitMs = count(request.ip);
    next(waitMs > 0 ? new FloodError(waitMs) : undefined);
  });
}
