import type { Worth } from './sweep-worth.ts';

export interface SmallCreditsParts {
  readonly worth: Worth;
  /** Whole USDT: what is worth less goes on without the second node. */
  readonly belowUsdt: number;
  readonly now: () => number;
}

const usdtUnits = 1_000_000n;
const dayMs = 24 * 3_600_000;
/** A first node that lies may invent as many small deposits as it likes: in 24 hours they are worth so many times the bound at most. */
const dayMultiple = 20n;

/** What may be credited on the word of one node while the second one is away, or says otherwise. */
export class SmallCredits {
  readonly #parts: SmallCreditsParts;
  readonly #bound: bigint;
  #allowed: { readonly time: number; readonly value: bigint }[] = [];

  constructor(parts: SmallCreditsParts) {
    this.#parts = parts;
    this.#bound = BigInt(parts.belowUsdt) * usdtUnits;
  }

  /** Whether so much of a coin is small, and the day has room for it, which is taken then. What nobody knows the price of isn't small. */
  async take(coin: string, amount: number): Promise<boolean> {
    const { worth, now } = this.#parts;
    const value = await worth(coin, BigInt(amount));
    if (value === null || value >= this.#bound) return false;
    this.#allowed = this.#allowed.filter(({ time }) => time > now() - dayMs);
    const taken = this.#allowed.reduce((sum, one) => sum + one.value, 0n);
    if (taken + value > this.#bound * dayMultiple) return false;
    this.#allowed.push({ time: now(), value });
    return true;
  }
}
