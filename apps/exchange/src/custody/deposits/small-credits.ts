import type { Worth } from '../treasury/sweep-worth.ts';

export interface SmallCreditsOptions {
  readonly worth: Worth;
  /** In whole USDT: deposits worth less are credited without the second node. */
  readonly belowUsdt: number;
  readonly now: () => number;
}

const usdtUnits = 1_000_000n;
const dayMs = 24 * 3_600_000;
/** A lying first node may invent any number of small deposits: per 24 hours they are worth at most this many times the bound. */
const dayMultiple = 20n;

/** Bounds what is credited on one node's word while the second node is away or disagrees. */
export class SmallCredits {
  readonly #options: SmallCreditsOptions;
  readonly #bound: bigint;
  #allowed: { readonly time: number; readonly value: bigint }[] = [];

  constructor(options: SmallCreditsOptions) {
    this.#options = options;
    this.#bound = BigInt(options.belowUsdt) * usdtUnits;
  }

  /** True if the amount is small and fits into the day's room, which it then uses. An amount without a known price is not small. */
  async take(coin: string, amount: number): Promise<boolean> {
    const { worth, now } = this.#options;
    const value = await worth(coin, BigInt(amount));
    if (value === null || value >= this.#bound) return false;
    this.#allowed = this.#allowed.filter(({ time }) => time > now() - dayMs);
    const taken = this.#allowed.reduce((sum, one) => sum + one.value, 0n);
    if (taken + value > this.#bound * dayMultiple) return false;
    this.#allowed.push({ time: now(), value });
    return true;
  }
}
