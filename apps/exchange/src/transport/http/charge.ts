import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendTransport } from './envelope.ts';
import type { Paid, Weights } from './weights.ts';

export interface Charge {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly weight: number;
}

/** Charges a call's weight to the budget of its address. Returns the 429 answer if refused, else null. */
export function chargeAddress(weights: Weights | null, charge: Charge): FastifyReply | null {
  return weights === null ? null : settle(weights.payOfAddress(charge.request.ip, charge.weight), charge);
}

/** Charges a call's weight to the budget of its customer, as {@link chargeAddress} does. */
export function chargeCustomer(
  weights: Weights | null,
  charge: Charge & { readonly customer: number },
): FastifyReply | null {
  return weights === null ? null : settle(weights.payOfCustomer(charge.customer, charge.weight), charge);
}

/** Sets the `RateLimit` header (IETF draft) from the budget that was charged last; for customers their own. */
function settle({ waitMs, left, fullInMs }: Paid, { request, reply }: Charge): FastifyReply | null {
  void reply.header('ratelimit', `"weight";r=${left};t=${Math.ceil(fullInMs / 1000)}`);
  if (waitMs === 0) return null;
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return sendTransport(request, reply.header('retry-after', seconds), {
    status: 429,
    key: 'flood',
    values: { seconds },
    data: { retryAfter: seconds },
  });
}
