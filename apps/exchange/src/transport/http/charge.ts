import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Customer } from './context.ts';
import { sendFlood } from './envelope.ts';
import type { Paid } from '../../platform/limits/budgets.ts';
import type { Weights } from './weights.ts';

export interface Charge {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly weight: number;
}

/** Charges a call's weight to the budget of its address. Returns the 429 answer if refused, else null. */
export function chargeAddress(weights: Weights | null, charge: Charge): FastifyReply | null {
  return weights === null ? null : settle(weights.payOfAddress(charge.request.ip, charge.weight), charge);
}

/**
 * Charges a call's weight to its caller, as {@link chargeAddress} does: first to the API key, if one signed it, then to the customer. A key beyond its budget takes
 * nothing from the other keys.
 */
export function chargeCaller(weights: Weights | null, charge: Charge, customer: Customer | null): FastifyReply | null {
  if (weights === null || customer === null) return null;
  const { id, key } = customer;
  const refused = key === undefined ? null : chargeKey(weights, charge, key.id);
  if (refused !== null) return refused;
  const before = key === undefined ? undefined : charge.reply.getHeader('ratelimit');
  return settle(weights.payOfCustomer(id, charge.weight), charge, before);
}

function chargeKey(weights: Weights, charge: Charge, key: string): FastifyReply | null {
  const paid = weights.payOfKey(key, charge.weight);
  void charge.reply.removeHeader('ratelimit');
  return paid === null ? null : settle(paid, charge, undefined, 'key');
}

/** Sets the `RateLimit` header (IETF draft) from the budget that was charged last, after the text of one charged before. */
function settle(
  { waitMs, left, fullInMs }: Paid,
  { request, reply }: Charge,
  before?: unknown,
  name: 'weight' | 'key' = 'weight',
): FastifyReply | null {
  const budget = `"${name}";r=${left};t=${Math.ceil(fullInMs / 1000)}`;
  void reply.header('ratelimit', typeof before === 'string' ? `${before}, ${budget}` : budget);
  if (waitMs === 0) return null;
  return sendFlood(request, reply, waitMs);
}
