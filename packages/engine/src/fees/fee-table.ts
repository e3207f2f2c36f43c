import type { OwnerId } from '../command.ts';
import type { FeeOverride } from '../matching-engine.ts';
import { none } from '../store/records.ts';

interface SavedFees {
  /** By slot. */
  readonly owners: readonly OwnerId[];
  readonly fees: readonly (FeeOverride | null)[];
}

/** Fee overrides of customers. A customer keeps their slot for good. */
export class FeeTable {
  private readonly slots = new Map<OwnerId, number>();
  private readonly fees: (FeeOverride | null)[] = [];

  /** The slot of the owner's fees, or `none` if the market's fees apply. */
  slotOf(owner: OwnerId): number {
    const slot = this.slots.get(owner);
    return slot === undefined || this.fees[slot] === null ? none : slot;
  }

  at(slot: number): FeeOverride {
    return this.fees[slot] as FeeOverride;
  }

  /** Null restores the market's fees. */
  set(owner: OwnerId, fees: FeeOverride | null): void {
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

  *entries(): Generator<[OwnerId, FeeOverride]> {
    for (const [owner, slot] of this.slots) {
      const fees = this.fees[slot];
      if (fees !== null && fees !== undefined) yield [owner, fees];
    }
  }
}
