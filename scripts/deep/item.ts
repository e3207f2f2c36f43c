/** One deep proof: a test file, or a program that ends with code 0 if it found nothing. */
export interface DeepItem {
  readonly name: string;
  /** The files that it starts from; what these import is what it proves. */
  readonly roots: readonly string[];
  /** Program and its words. A seeded one gets the first seed that no run had yet: a program by its words, a test file by `DEEP_SEED`. */
  command(seed: number): readonly string[];
  /** Null for an item that does the same each time. */
  readonly seeded: Seeded | null;
  /** Of a long one, until a run has told. */
  readonly usualSeconds?: number;
  /** True if it installs packages while it runs, most of them of other languages: from PyPI, Go's proxy, crates.io or Maven. */
  readonly installs?: boolean;
  /** Of one that installs: on a machine where nothing is installed yet. */
  readonly secondsFromNothing?: number;
  /** Beginnings of paths. If the item takes long, it waits for a change of these: everything else that it needs has quicker proofs. */
  readonly own?: readonly string[];
  /** A run that takes longer hangs. */
  readonly maxMinutes: number;
}

export interface Seeded {
  /** Seeds that one run uses up. */
  readonly seeds: number;
  readonly canary: Canary;
}

/**
 * The same proof over a bug that its rig plants, never the product's code: it must fail, and for this bug. `DEEP_CANARY` is set for it. What finds no
 * planted bug would find no other one either.
 */
export interface Canary {
  readonly plants: string;
  command(seed: number): readonly string[];
  /** What the output says of the bug, all of it. A group `seed` is the seed that found it; without one the first seed did. */
  readonly finds: readonly RegExp[];
}
