import type { SharedUses } from '../processes/shared-uses.ts';

/** The budget after a charge, or the wait until it can be charged. */
export interface Paid {
  /** 0 if it was charged. */
  readonly waitMs: number;
  readonly left: number;
  /** The whole budget. */
  readonly max: number;
  /** Milliseconds until the budget is full again. */
  readonly fullInMs: number;
}

interface Budget {
  used: number;
  /** By the monotonic clock. */
  atMs: number;
}

type Key = string | number;

export interface BudgetsOptions {
  /** By default the monotonic clock, which no one can set. */
  readonly now?: () => number;
  /** Connects them with the same budgets of the machine's other processes; by default they stand alone. */
  readonly share?: (note: (key: Key, weight: number) => void) => ReturnType<SharedUses['share']>;
}

const windowMs = 10_000;
/** Keys remembered at a time. */
const maxKeys = 50_000;

/** Budgets by key: a weight per ten seconds each, refilled evenly. */
export class Budgets {
  readonly max: number;
  readonly #budgets = new Map<Key, Budget>();
  readonly #now: () => number;
  readonly #tell: ((key: Key, weight: number) => void) | null;
  #fullForgottenMs = -Infinity;

  constructor(max: number, { now = () => performance.now(), share = () => null }: BudgetsOptions = {}) {
    this.max = max;
    this.#now = now;
    this.#tell = share((key, weight) => this.#note(key, weight));
  }

  /** Takes the weight if enough is left. */
  pay(key: Key, weight: number): Paid {
    const budget = this.#refilled(key);
    const excess = budget.used + weight - this.max;
    if (excess <= 0) {
      budget.used += weight;
      if (weight > 0) this.#tell?.(key, weight);
    }
    return {
      waitMs: excess > 0 ? this.#msFor(excess) : 0,
      left: Math.floor(this.max - budget.used),
      max: this.max,
      fullInMs: this.#msFor(budget.used),
    };
  }

  /** Takes the weight in any case: what is beyond the budget is owed, and refills first. */
  owe(key: Key, weight: number): void {
    this.#refilled(key).used += weight;
  }

  /** True if less than a weight of one is left. */
  isSpent(key: Key): boolean {
    return this.#budgets.has(key) && this.#refilled(key).used > this.max - 1;
  }

  /** Adds what another process charged. Processes that charge at the same moment may together take more than there is. */
  #note(key: Key, weight: number): void {
    const budget = this.#refilled(key);
    budget.used = Math.min(2 * this.max, budget.used + weight);
  }

  #refilled(key: Key): Budget {
    const budget = this.#open(key);
    const atMs = this.#now();
    const passedMs = Math.max(0, atMs - budget.atMs);
    budget.used = Math.max(0, budget.used - (passedMs * this.max) / windowMs);
    budget.atMs = atMs;
    return budget;
  }

  #msFor(weight: number): number {
    return (weight * windowMs) / this.max;
  }

  #open(key: Key): Budget {
    const known = this.#budgets.get(key);
    if (known !== undefined) return known;
    const budget = { used: 0, atMs: this.#now() };
    this.#budgets.set(key, budget);
    if (this.#budgets.size > maxKeys) this.#forget(budget.atMs);
    return budget;
  }

  /** Forgets the budgets that are full, at most once per window, and else the oldest. */
  #forget(atMs: number): void {
    if (atMs >= this.#fullForgottenMs + windowMs) {
      this.#fullForgottenMs = atMs;
      for (const [key, budget] of this.#budgets)
        if (this.#msFor(budget.used) <= atMs - budget.atMs && budget.atMs < atMs) this.#budgets.delete(key);
    }
    const [oldest] = this.#budgets.keys();
    if (this.#budgets.size > maxKeys && oldest !== undefined) this.#budgets.delete(oldest);
  }
}
