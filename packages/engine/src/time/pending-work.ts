import type { MarketId, OrderId, OwnerId } from '../command.ts';
import type { CancelReason } from '../rejection.ts';

/** Work that a command began but did not finish. Later commands continue it first, oldest first, each within its work limit. */
export type PendingWork =
  | {
      /** Cancels an owner's orders in these markets, up to this order id. */
      readonly kind: 'cancels';
      readonly owner: OwnerId;
      readonly markets: readonly MarketId[];
      readonly upTo: OrderId;
      readonly reason: CancelReason;
    }
  /** Cancels orders whose market searched for its opening price when their owners asked. */
  | { readonly kind: 'keptCancels'; readonly market: MarketId; readonly orders: OrderId[] }
  /** A market uncrosses before it opens. */
  | { readonly kind: 'opening'; readonly market: MarketId }
  /** Triggered stops execute. */
  | { readonly kind: 'stops'; readonly market: MarketId };

/** A line for the state hash. */
export function workLine(work: PendingWork, place: number): string {
  if (work.kind === 'keptCancels') return `work ${place} keptCancels ${work.market} ${work.orders.join(',')}`;
  if (work.kind !== 'cancels') return `work ${place} ${work.kind} ${work.market}`;
  return `work ${place} cancels ${work.owner} ${work.upTo} ${work.reason} ${work.markets.join(',')}`;
}
