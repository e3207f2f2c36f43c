import type { Command, Fill, Posting } from '@fft/engine';
import type { OrderRecord } from './order-record.ts';

/** Owners whose events are recorded one by one. */
export interface WatchedOwners {
  readonly size: number;
  has(owner: number): boolean;
}

interface OwnEventBase {
  readonly owner: number;
  /** The command's position in its journal entry, from 0. */
  readonly command: number;
  readonly given: Command;
  readonly time: number;
}

/** What happened to a watched owner's order. `order` is a copy: its state right after. */
export interface OwnOrderEvent extends OwnEventBase {
  readonly kind: 'accepted' | 'triggered' | 'amended' | 'filled' | 'cancelled';
  readonly order: OrderRecord;
  /** Of `filled`. */
  readonly fill: Fill | null;
  /** Of `amended` by its owner: what the order was before. */
  readonly before?: Amended;
}

/** What an amendment changes. */
export interface Amended {
  readonly name: string;
  readonly quantityLots: number;
}

export interface OwnPostingEvent extends OwnEventBase {
  readonly kind: 'posted';
  readonly posting: Posting;
}

/** An event of a watched owner. An order's last fill has the order's final state, so no event of its own says that it is filled. */
export type OwnEvent = OwnOrderEvent | OwnPostingEvent;
