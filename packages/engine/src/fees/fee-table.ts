import type { OrderId, OwnerId } from '../command.ts';
import type { FeeOverride } from '../matching-engine.ts';
import { none } from '../store/records.ts';
import { type EndedFees, FeeHistory } from './fee-history.ts';

/** A customer's own fees, or null if the markets' fees apply. */
type OwnFees = FeeOverride | null;

export interface SavedFees {
  /** By slot. */
  readonly owners: readonly OwnerId[];
  readonly fees: readonly OwnFees[];
  readonly histories: readonly (readonly [slot: number, ended: readonly EndedFees<OwnFees>[]])[];
}

/** Fee overrides of customers. A customer keeps their slot for good. */
export class FeeTable {
  private readonly slots = new Map<OwnerId, number>();
  private readonly fees: OwnFees[] = [];
  /** By slot, of customers with open orders placed under other fees. */
  private readonly histories = new Map<number, FeeHistory<OwnFees>>();

  /** The customer's slot, or `none` if they never had fees of their own. */
  slotOf(owner: OwnerId): number {
    return this.slots.get(owner) ?? none;
  }

  at(slot: number): OwnFees {
    return this.fees[slot] as OwnFees;
  }

  of(owner: OwnerId): OwnFees {
    const slot = this.slotOf(owner);
    return slot === none ? null : this.at(slot);
  }

  /** True if all the customer's open orders were placed under the present fees. */
  isUnchanged(slot: number): boolean {
    return this.histories.size === 0 || !this.histories.has(slot);
  }

  /** The own fees under which the customer's open order was placed. */
  whenPlaced(slot: number, order: OrderId): OwnFees {
    const present = this.at(slot);
    const history = this.histories.get(slot);
    return history === undefined ? present : history.at(order, present);
  }

  /** Null restores the markets' fees. Open orders stay protected from a rise. */
  set(owner: OwnerId, fees: OwnFees, open: { readonly upTo: OrderId; readonly count: number }): void {
    const slot = this.open(owner);
    const before = this.at(slot);
    const isSame = before?.makerFeePpm === fees?.makerFeePpm && before?.takerFeePpm === fees?.takerFeePpm;
    if (isSame) return;
    const history = this.histories.get(slot) ?? new FeeHistory<OwnFees>();
    history.end(before, open.upTo, open.count);
    if (!history.isEmpty) this.histories.set(slot, history);
    this.fees[slot] = fees;
  }

  /** As {@link set}, but open orders pay these fees too. */
  setForAll(owner: OwnerId, fees: OwnFees): void {
    const slot = this.open(owner);
    this.fees[slot] = fees;
    this.histories.delete(slot);
  }

  /** Call when the customer's open order has ended. */
  forget(slot: number, order: OrderId): void {
    const history = this.histories.get(slot);
    history?.forget(order);
    if (history?.isEmpty === true) this.histories.delete(slot);
  }

  save(): SavedFees {
    const histories = [...this.histories].map(([slot, history]) => [slot, [...history.all()]] as const);
    return { owners: [...this.slots.keys()], fees: this.fees, histories };
  }

  load({ owners, fees, histories }: SavedFees): void {
    owners.forEach((owner, slot) => this.slots.set(owner, slot));
    this.fees.push(...fees);
    for (const [slot, ended] of histories) {
      const history = new FeeHistory<OwnFees>();
      history.load(ended);
      this.histories.set(slot, history);
    }
  }

  *entries(): Generator<[OwnerId, FeeOverride]> {
    for (const [owner, slot] of this.slots) {
      const fees = this.at(slot);
      if (fees !== null) yield [owner, fees];
    }
  }

  *changed(): Generator<[OwnerId, FeeHistory<OwnFees>]> {
    for (const [owner, slot] of this.slots) {
      const history = this.histories.get(slot);
      if (history !== undefined) yield [owner, history];
    }
  }

  private open(owner: OwnerId): number {
    const found = this.slots.get(owner);
    if (found !== undefined) return found;
    this.slots.set(owner, this.fees.length);
    this.fees.push(null);
    return this.fees.length - 1;
  }
}
