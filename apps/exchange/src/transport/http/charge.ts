import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
  return settle(weights.payOfCustomer(id, charge.weight), charge, { isAfterKey: key !== undefined });
}

function chargeKey(weights: Weights, charge: Charge, key: string): FastifyReply | null {
  const paid = weights.payOfKey(key, charge.weight);
  for (const name of budgetHeaders) void charge.reply.removeHeader(name);
  return paid === null ? null : settle(paid, charge, { name: 'key' });
}

/** The headers that say what a budget is and what is left of it, as the IETF's draft has them. */
export const budgetHeaders = ['ratelimit', 'ratelimit-policy'] as const;

/** A budget's name in both headers. `requests` is that of an address, before any weight. */
export type BudgetName = 'weight' | 'key' | 'requests';

const windowSeconds = 10;

/** Says what is left of a budget: \`"weight";r=1940;t=1\`, and in another header \`"weight";q=2000;w=10\`. */
export function sayBudget(
  reply: FastifyReply,
  { left, fullInMs, max }: Omit<Paid, 'waitMs'>,
  { name = 'weight', isAfterKey = false }: { readonly name?: BudgetName; readonly isAfterKey?: boolean } = {},
): void {
  const values = [
    `"${name}";r=${Math.max(0, left)};t=${Math.ceil(fullInMs / 1000)}`,
    `"${name}";q=${max};w=${windowSeconds}`,
  ];
  for (const [index, header] of budgetHeaders.entries()) {
    const before = isAfterKey ? reply.getHeader(header) : undefined;
    void reply.header(header, typeof before === 'string' ? `${before}, ${values[index]}` : values[index]);
  }
}

/** Says the budget that was charged last, behind the key's. */
function settle(
  paid: Paid,
  { request, reply }: Charge,
  said: { readonly name?: BudgetName; readonly isAfterKey?: boolean } = {},
): FastifyReply | null {
  sayBudget(reply, paid, said);
  return paid.waitMs === 0 ? null : sendFlood(request, reply, paid.waitMs);
}

/** Binance's paths, which count by Binance's weights. */
const isForeign = (url: string): boolean => /^\/([sfd]api|api\/v\d)/.test(url);

/** Says the address's budget in answers that cost none: of paths that don't exist, of bodies that can't be read, of documents. */
export function sayBudgets(server: FastifyInstance, weights: Weights | null): void {
  if (weights === null) return;
  server.addHook('onSend', (request, reply, _body, next) => {
    const isOwn = request.url.startsWith('/api/') && !isForeign(request.url);
    if (isOwn && !reply.hasHeader('ratelimit')) sayBudget(reply, weights.payOfAddress(request.ip, 0));
    next();
  });
}
