import type { Fill, OrderId, Posting, Rejection, Side } from '@fft/engine';
import type { OrderRecord } from './order-record.ts';
import type { OwnEvent } from './own-events.ts';

/** Outcome of one command. Records are copies: later commands do not change them. */
export type Outcome =
  /**
   * Accepted. `order` is its state right after the command; null if the command places or ends no order. `cancelled` counts the owner's orders that it ended. `fills`
   * are all that it caused, also of other orders.
   */
  | {
      readonly kind: 'done';
      readonly order: OrderRecord | null;
      readonly cancelled: number;
      readonly fills: readonly Fill[];
    }
  | { readonly kind: 'rejected'; readonly reason: Rejection }
  /** The same id with the same body was seen before; `orderId` and `reason` are from then. */
  | { readonly kind: 'duplicate'; readonly orderId: OrderId; readonly reason: Rejection | null };

export interface RecordedPosting extends Posting {
  readonly time: number;
  /** The command's requestId; empty for postings of an order. */
  readonly reference: string;
}

export interface LevelChange {
  readonly side: Side;
  readonly priceTicks: number;
  readonly quantityLots: number;
}

/** Everything that one journal entry caused, in order. */
export interface BatchEvents {
  /** The journal entry's number. */
  readonly sequence: number;
  /** One per command. */
  readonly outcomes: readonly Outcome[];
  /** The first order that it placed; infinite if it placed none. Ids grow, so those from it on are new. */
  readonly firstPlaced: OrderId;
  /** Orders that changed, in their state after the batch. */
  readonly orders: readonly OrderRecord[];
  readonly fills: readonly Fill[];
  readonly postings: readonly RecordedPosting[];
  /** The last change of each price level, by market. */
  readonly levels: ReadonlyMap<number, readonly LevelChange[]>;
  /** Markets that opened, halted or changed their state otherwise. The engine has their state after the batch. */
  readonly marketStates: ReadonlySet<number>;
  /** Events of the owners that this process watches, one by one and in order. */
  readonly ownEvents?: readonly OwnEvent[];
}
