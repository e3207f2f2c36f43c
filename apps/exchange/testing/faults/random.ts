/** Deterministic random choices from a seed. */
export interface Random {
  /** Returns an integer from 0 up to, but not including, `bound`. */
  below(bound: number): number;
  /** True once in this many times. */
  oneIn(count: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** Picks from a list that may be empty. */
  pickOr<T>(from: readonly T[], otherwise: T): T;
  /** Returns a number from 0 up to, but not including, 1. */
  fraction(): number;
  shuffled<T>(all: readonly T[]): readonly T[];
}

/** Each pair of seed and index has its own generator, so that a single request of a run can be repeated. */
export function createRandom(seed: number, index: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0;
  // Mulberry32: small, fast, and good enough to choose inputs.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const fraction = (): number => next() / 2 ** 32;
  const below = (bound: number): number => Math.floor(fraction() * bound);
  return {
    below,
    oneIn: (count) => below(count) === 0,
    pick: (from) => from[below(from.length)] ?? from[0],
    pickOr: (from, otherwise) => from[below(from.length)] ?? otherwise,
    fraction,
    shuffled: (all) => {
      const placed = all.map((one) => ({ one, at: fraction() }));
      return placed.toSorted((one, other) => one.at - other.at).map(({ one }) => one);
    },
  };
}
