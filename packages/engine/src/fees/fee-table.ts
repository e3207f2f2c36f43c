import type { OwnerId } from '../command.ts';
import type { OwnFees } from '../matching-engine.ts';
import { none } from '../store/records.ts';

interface SavedFees {
  /** By slot. */
  readonly owners: readonly OwnerId[];
  readonly fees: readonly (OwnFees | null)[];
}

/** Customers' own fees. A customer's slot stays his for ever. */
export class FeeTable {
  private readonly slots = new Map<OwnerId, number>();
  private readonly fees: (OwnFees | null)[] = [];

  /** Where the owner's fees stand, or `none` where the markets' apply. */
  slotOf(owner: OwnerId): number {
    const slot = this.slots.get(owner);
    return slot === undefined || this.fees[slot] === null ? none : slot;
  }

  at(slot: number): OwnFees {
    return this.fees[slot] as OwnFees;
  }

  /** Null: the markets' fees again. */
  set(owner: OwnerId, fees: OwnFees | null): void {
    const slot = this.slots.get(owner) ?? this.fees.length;
    this.slots.set(owner, slot);
    this.fees[slot] = fees;
  }

  save(): SavedFees {
    return { owners: [...this.slots.keys()], fees: this.fees };
  }

  load({ owners, fees }: SavedFees): void {
    owners.forEach((owner, slot) => this.slots.set(owner, slot));
    this.fees.push(...fees);
  }

  *entries(): Generator<[OwnerId, OwnFees]> {
    for (const [owner, slot] of this.slots) {
      const fees = this.fees[slot];
      if (fees !== null && fees !== undefined) yield [owner, fees];
    }
  }
}
