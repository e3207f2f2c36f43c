import { RefusedError, type Client } from '@fft/client';
import { calls, type CallInput, type Order } from '@fft/contract';
import { isOutcomeUnknown } from '../../api/is-outcome-unknown.ts';

export type OrderInput = CallInput<typeof calls.trade.create>;
/** Two orders of which one cancels the other. */
export type PairInput = CallInput<typeof calls.trade.createPair>;

/** Outcome of an order, or of a pair's limit order. `unknown`: no answer arrived and the lookup failed; look up the same id again. */
export type SendOutcome =
  | { readonly kind: 'answered'; readonly order: Order }
  | { readonly kind: 'refused'; readonly error: RefusedError }
  | { readonly kind: 'unknown' };

/**
 * Sends an order. If the answer is lost, looks the order up by its `clientOrderId`; only if it is absent, sends it once
 * more with the same id, so that it takes effect at most once.
 */
export async function sendOrder(client: Client, input: OrderInput | PairInput): Promise<SendOutcome> {
  const first = await attempt(client, input);
  if (first.kind !== 'unknown') return first;
  const found = await findOrder(client, input.clientOrderId);
  return found.kind === 'absent' ? attempt(client, input) : found;
}

/** Looks up the outcome of an order whose answer was lost. `absent`: the exchange has no such order. */
export async function findOrder(
  client: Client,
  clientOrderId: string,
): Promise<SendOutcome | { readonly kind: 'absent' }> {
  try {
    const { items } = await client.call(calls.trade.history, { clientOrderId, limit: 1 });
    const [order] = items;
    return order === undefined ? { kind: 'absent' } : { kind: 'answered', order };
  } catch (error) {
    return outcomeOf(error);
  }
}

async function attempt(client: Client, input: OrderInput | PairInput): Promise<SendOutcome> {
  try {
    const order =
      'stopClientOrderId' in input
        ? (await client.call(calls.trade.createPair, input)).limit
        : await client.call(calls.trade.create, input);
    return { kind: 'answered', order };
  } catch (error) {
    return outcomeOf(error);
  }
}

function outcomeOf(error: unknown): SendOutcome {
  if (isOutcomeUnknown(error)) return { kind: 'unknown' };
  if (error instanceof RefusedError) return { kind: 'refused', error };
  throw error;
}

/** A fresh id for one attempt. */
export const newClientOrderId = (): string => `w-${crypto.randomUUID()}`;
