import { workPerOrder, maxWorkPerCommand, type MarketId, type OwnerId } from '@fft/engine';
import type { Outcome } from './replica/batch-events.ts';
import type { Gateway } from './gateway.ts';

const mostAtOnce = maxWorkPerCommand / workPerOrder;

/**
 * Cancels a customer's orders in one market or in all, in every state of a market. One command cancels a bounded number; more commands follow until none is left, so
 * that the answer counts all of them.
 */
export async function cancelAllOf(
  gateway: Pick<Gateway, 'submit'>,
  owner: OwnerId,
  market: MarketId | 'all',
): Promise<Outcome> {
  let cancelled = 0;
  for (;;) {
    const outcome = await gateway.submit({ type: 'cancelAll', owner, market });
    if (outcome.kind !== 'done') return cancelled === 0 ? outcome : { kind: 'done', order: null, cancelled, fills: [] };
    cancelled += outcome.cancelled;
    if (outcome.cancelled < mostAtOnce) return { ...outcome, cancelled };
  }
}
