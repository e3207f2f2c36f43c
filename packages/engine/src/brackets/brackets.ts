import { assert } from '@fft/decimal';
import type { OrderId, OwnerId } from '../command.ts';

/** The terms of a bracket, and what it protects. */
export interface Bracket {
  readonly entry: OrderId;
  readonly owner: OwnerId;
  /** The side of the entry; the legs have the other. */
  readonly isBuy: boolean;
  readonly takeProfitTicks: number;
  readonly stopLossTicks: number;
  readonly stopLossLimitTicks: number;
  /** What the entry received beyond what earlier legs protected: lots, and units of base (a buy) or quote (a sell) less the fees. */
  lots: number;
  received: number;
  /** The orders of the present legs, or 0; their quantities as placed, and what they hold together. */
  takeProfit: OrderId;
  stopLoss: OrderId;
  takeProfitLots: number;
  stopLossLots: number;
  held: number;
  /** How often legs were placed. */
  placed: number;
}

/** The brackets of one market whose entries have traded, until the entry has ended and its last fill is protected. */
export class Brackets {
  private readonly byEntry = new Map<OrderId, Bracket>();
  /** Entries that traded since their legs were last placed, in order. */
  private readonly due = new Set<OrderId>();

  get hasDue(): boolean {
    return this.due.size > 0;
  }

  /** The bracket of an entry that has traded, or null. */
  get(entry: OrderId): Bracket | null {
    return this.byEntry.get(entry) ?? null;
  }

  /** All brackets, and the entries whose legs are due, in order. */
  all(): Iterable<Bracket> {
    return this.byEntry.values();
  }

  dueEntries(): Iterable<OrderId> {
    return this.due;
  }

  add(bracket: Bracket): void {
    this.byEntry.set(bracket.entry, bracket);
  }

  setDue(entry: OrderId): void {
    this.due.add(entry);
  }

  /** Removes the first entry that is due from the queue. */
  takeDue(): Bracket {
    const [entry = 0] = this.due;
    this.due.delete(entry);
    const bracket = this.byEntry.get(entry);
    assert(bracket !== undefined, 'an entry without a bracket is due');
    return bracket;
  }

  /** Forgets the bracket of an entry that has ended, unless its legs are due. */
  end(entry: OrderId): void {
    if (!this.due.has(entry)) this.byEntry.delete(entry);
  }
}
