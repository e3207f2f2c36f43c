/** A seeded pseudo-random generator. */
export class SeededRandom {
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

  /** Returns `usual` in `percent` of cases, otherwise one of the others. */
  mostly<T>(percent: number, usual: T, others: readonly [T, ...T[]]): T {
    return this.is(percent) ? usual : this.pick(others);
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }
}

/** A payment from the exchange's addresses to others. */
export interface Outflow {
  readonly coin: string;
  readonly to: string;
  readonly amount: bigint;
}

/** Effect of a signed transaction if included in a block, decoded by the test itself. */
export interface TransactionEffect {
  /** At most one transaction per slot can be included. */
  readonly slot: string;
  /** Number of payments, also of those to addresses of the exchange, where the test counts them. */
  readonly payments?: number;
  /** Outflows from the exchange's addresses without the fee; none for internal payments. */
  readonly away: readonly Outflow[];
  /** Native coin sent to a deposit address. */
  readonly gas: { readonly to: string; readonly amount: bigint } | null;
  readonly fee: bigint;
  /** Deposit addresses that pay the fee. */
  readonly payers: readonly string[];
}

/** A chain family, attacked by a party that controls the exchange but not the signer. */
export interface Family {
  readonly chain: string;
  /** Name and decimals of the coin that an order names, by an outflow's coin. */
  readonly units: Readonly<Record<string, { readonly coin: string; readonly decimals: number }>>;
  ask(chance: SeededRandom): Record<string, unknown>;
  /** @throws an error if the signer must not have signed this at all */
  read(raw: string): Promise<TransactionEffect> | TransactionEffect;
}

/** A signed transaction, with every request that the signer answered with it. */
export interface Signed extends TransactionEffect {
  readonly asked: readonly Record<string, unknown>[];
}

/** Returns the maximum total of `figure` over all transactions that could be included together. */
export function maxTotalOf(
  effects: readonly TransactionEffect[],
  figure: (effect: TransactionEffect) => bigint,
): bigint {
  const bySlot = new Map<string, bigint>();
  for (const effect of effects) {
    const [value, known] = [figure(effect), bySlot.get(effect.slot) ?? 0n];
    bySlot.set(effect.slot, value > known ? value : known);
  }
  return [...bySlot.values()].reduce((sum, value) => sum + value, 0n);
}
