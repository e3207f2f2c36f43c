import { workPerOrder, maxWorkPerCommand, type MarketId, type OwnerId } from '@fft/engine';
import type { Outcome } from './replica/batch-events.ts';
import type { Gateway } from './gateway.ts';

const mostAtOnce = maxWorkPerCommand / workPerOrder;

/**
 * Cancels all of a customer's orders, of a market or of all that aren't halted. One command cancels a bounded number of them: where there may be
 * more, the next one follows, so that the answer counts them all.
 */
export async function cancelAllOf(
  gateway: Pick<Gateway, 'submit'>,
  owner: OwnerId,
  market: MarketId | 'all',
): Promise<Outcome> {
  let cancelled = 0;
  for (;;) {
    const outcome = await gateway.submit({ type: 'cancelAll', owner, market });
    if (outcome.kind !== 'done') return cancelled === 0 ? outcome : { kind: 'done', order: null, cancelled };
    cancelled += outcome.cancelled;
    if (outcome.cancelled < mostAtOnce) return { ...outcome, cancelled };
  }
}
