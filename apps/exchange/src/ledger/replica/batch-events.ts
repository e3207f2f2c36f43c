import type { Fill, OrderId, Posting, Rejection, Side } from '@fft/engine';
import type { OrderRecord } from './order-record.ts';

/** What became of one command. Records are copies: later commands don't change them. */
export type Outcome =
  /** Accepted, with the order as it stood right after the command; null for commands that make or end no order. `cancelled`: how many orders their owner ended by it. */
  | { readonly kind: 'done'; readonly order: OrderRecord | null; readonly cancelled: number }
  | { readonly kind: 'rejected'; readonly reason: Rejection }
  /** The same id with the same body came before; `orderId` and `reason` are what it led to then. */
  | { readonly kind: 'duplicate'; readonly orderId: OrderId; readonly reason: Rejection | null };

export interface RecordedPosting extends Posting {
  readonly time: number;
  /** The command's requestId; empty where the posting belongs to an order. */
  readonly reference: string;
}

export interface LevelChange {
  readonly side: Side;
  readonly priceTicks: number;
  readonly quantityLots: number;
}

/** Everything that one journal entry led to, in order. */
export interface BatchEvents {
  /** The journal entry's number. */
  readonly sequence: number;
  /** One per command. */
  readonly outcomes: readonly Outcome[];
  /** Orders that changed, as they stand after the batch. */
  readonly orders: readonly OrderRecord[];
  readonly fills: readonly Fill[];
  readonly postings: readonly RecordedPosting[];
  /** The last change of each level, by market. */
  readonly levels: ReadonlyMap<number, readonly LevelChange[]>;
}
