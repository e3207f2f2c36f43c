/** Chance that a seed decides. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  is(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** The usual, so many times in a hundred; else one of the others. */
  mostly<T>(percent: number, usual: T, others: readonly [T, ...T[]]): T {
    return this.is(percent) ? usual : this.pick(others);
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }
}

/** What a signed transaction does if it lands, as the test reads it from its bytes. */
export interface Landing {
  /** Of those that share a slot one alone can land. */
  readonly slot: string;
  /** What it takes out of our addresses, but for the fee; null where it stays with us. */
  readonly away: { readonly coin: string; readonly amount: bigint } | null;
  /** The chain's own coin that it gives to a deposit address. */
  readonly gas: { readonly to: string; readonly amount: bigint } | null;
  readonly fee: bigint;
  /** The deposit addresses that pay. */
  readonly payers: readonly string[];
}

/** One family of chains, attacked by somebody who has all of the exchange and not the signer. */
export interface Family {
  readonly chain: string;
  ask(chance: Chance): Record<string, unknown>;
  read(raw: string): Promise<Landing> | Landing;
}

/** The most that can land of what was signed, by a figure of each. */
export function mostOf(landings: readonly Landing[], figure: (landing: Landing) => bigint): bigint {
  const bySlot = new Map<string, bigint>();
  for (const landing of landings) {
    const [value, known] = [figure(landing), bySlot.get(landing.slot) ?? 0n];
    bySlot.set(landing.slot, value > known ? value : known);
  }
  return [...bySlot.values()].reduce((sum, value) => sum + value, 0n);
}
