import type { FastifyReply, FastifyRequest } from 'fastify';
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

/** Charges a call's weight to the budget of its customer, as {@link chargeAddress} does. A key's budget, charged before, stays in the header. */
export function chargeCustomer(
  weights: Weights | null,
  { customer, byKey, ...charge }: Charge & { readonly customer: number; readonly byKey: boolean },
): FastifyReply | null {
  if (weights === null) return null;
  const before = byKey ? charge.reply.getHeader('ratelimit') : undefined;
  return settle(weights.payOfCustomer(customer, charge.weight), charge, before);
}

/** Charges a call's weight to the budget of the API key that signed it. Its customer is charged afterwards: a key beyond its budget takes nothing from the other keys. */
export function chargeKey(weights: Weights | null, charge: Charge & { readonly key: string }): FastifyReply | null {
  const paid = weights?.payOfKey(charge.key, charge.weight) ?? null;
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
