import type { MarketId, OrderId, OwnerId } from '../command.ts';
import type { CancelReason } from '../rejection.ts';

/**
 * What a command has begun and did not end: later commands go on with it before they do anything else, the oldest first, each as far as its own
 * share of work goes.
 */
export type Work =
  | {
      /** An owner's orders in these markets, up to this number, are cancelled. */
      readonly kind: 'cancels';
      readonly owner: OwnerId;
      readonly markets: readonly MarketId[];
      readonly upTo: OrderId;
      readonly reason: CancelReason;
    }
  /** A market trades what is crossed before it opens. */
  | { readonly kind: 'opening'; readonly market: MarketId }
  /** Stops whose price was reached come in. */
  | { readonly kind: 'stops'; readonly market: MarketId };

/** One line for each, for the state's hash. */
export function workLine(work: Work, place: number): string {
  if (work.kind !== 'cancels') return `work ${place} ${work.kind} ${work.market}`;
  return `work ${place} cancels ${work.owner} ${work.upTo} ${work.reason} ${work.markets.join(',')}`;
}
