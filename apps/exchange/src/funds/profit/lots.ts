import { UnclearHistory } from './happenings.ts';

/** Coins that came at one time. */
export interface Lot {
  readonly number: number;
  readonly time: number;
  quantity: bigint;
  /** Null where it is unknown. */
  cost: bigint | null;
}

/** A part of a lot that left. */
export interface LotPart {
  readonly acquired: number;
  readonly units: bigint;
  readonly cost: bigint | null;
}

const maxGone = 1_000;

/** One coin's lots, of which the oldest leave first. It has as many of the kept ones as may leave, and all new ones. */
export class LotQueue {
  readonly #lots: Lot[];
  /** Lots before this one have left. */
  #head = 0;
  /** Number of the first lot that may differ from the kept ones, or is gone. */
  readonly #kept: number;

  constructor(kept: readonly Lot[]) {
    this.#lots = kept.map((lot) => ({ ...lot }));
    this.#kept = kept.length;
  }

  add(lot: Lot): void {
    this.#lots.push(lot);
  }

  /** Takes the oldest units. A part's cost is rounded down, and who takes the rest of a lot gets the rest of its cost. @throws UnclearHistory if there are fewer */
  take(units: bigint): readonly LotPart[] {
    const parts: LotPart[] = [];
    for (let left = units; left > 0n;) {
      const lot = this.#lots[this.#head];
      if (lot === undefined) throw new UnclearHistory('more left than came');
      const taken = left < lot.quantity ? left : lot.quantity;
      const cost = lot.cost === null ? null : taken === lot.quantity ? lot.cost : (lot.cost * taken) / lot.quantity;
      parts.push({ acquired: lot.time, units: taken, cost });
      lot.quantity -= taken;
      if (cost !== null && lot.cost !== null) lot.cost -= cost;
      if (lot.quantity === 0n) this.#head += 1;
      left -= taken;
    }
    // A history that is counted whole must not keep what has left long ago.
    if (this.#kept === 0 && this.#head >= maxGone) {
      this.#lots.splice(0, this.#head);
      this.#head = 0;
    }
    return parts;
  }

  /** What keeping it takes: kept lots with a lower number than `from` are gone, the first of them may have shrunk, and the others are new. */
  changes(): { readonly gone: readonly number[]; readonly shrunk: Lot | null; readonly added: readonly Lot[] } {
    const gone = this.#lots.slice(0, Math.min(this.#head, this.#kept)).map(({ number }) => number);
    const shrunk = this.#head < this.#kept ? (this.#lots[this.#head] ?? null) : null;
    return { gone, shrunk, added: this.#lots.slice(Math.max(this.#head, this.#kept)) };
  }
}
