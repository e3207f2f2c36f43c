const windowMs = 10_000;
/** Above this number of customers, those whose budget is full again are removed. */
const maxCustomers = 10_000;

interface Budget {
  /** May be negative: what was sent together is counted when it is answered. */
  left: number;
  at: number;
}

/** Each customer's budget of refused commands in the journal. It refills evenly, in ten seconds. */
export class RejectionBudget {
  readonly #per10s: number;
  readonly #clock: () => number;
  /** Only customers whose budget may not be full. */
  readonly #budgets = new Map<number, Budget>();
  #sweepAt = 0;

  /** @param per10s 0 for no limit */
  constructor(per10s: number, clock: () => number) {
    this.#per10s = per10s;
    this.#clock = clock;
  }

  isSpent(customer: number): boolean {
    const budget = this.#budgets.get(customer);
    if (budget === undefined) return false;
    this.#refill(budget, this.#clock());
    if (budget.left >= this.#per10s) this.#budgets.delete(customer);
    return budget.left < 1;
  }

  take(customer: number): void {
    if (this.#per10s === 0) return;
    const now = this.#clock();
    let budget = this.#budgets.get(customer);
    if (budget === undefined) {
      this.#sweep(now);
      this.#budgets.set(customer, (budget = { left: this.#per10s, at: now }));
    }
    this.#refill(budget, now);
    budget.left -= 1;
  }

  #refill(budget: Budget, now: number): void {
    const passed = Math.max(0, now - budget.at);
    budget.left = Math.min(this.#per10s, budget.left + (passed * this.#per10s) / windowMs);
    budget.at = now;
  }

  #sweep(now: number): void {
    if (this.#budgets.size < maxCustomers || now < this.#sweepAt) return;
    this.#sweepAt = now + windowMs;
    for (const [customer, budget] of this.#budgets) {
      this.#refill(budget, now);
      if (budget.left >= this.#per10s) this.#budgets.delete(customer);
    }
  }
}
