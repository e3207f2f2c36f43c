/** Points that fill up steadily and can be overdrawn by as many as it holds; more counts as no more debt. */
export class TokenBucket {
  readonly #capacity: number;
  readonly #perMs: number;
  #level: number;
  #at: number;

  /** @param refillMs how long an empty bucket takes to be full */
  constructor(capacity: number, refillMs: number, now: number) {
    this.#capacity = capacity;
    this.#perMs = capacity / refillMs;
    this.#level = capacity;
    this.#at = now;
  }

  /** Takes points out, or puts them back where they are negative. */
  take(points: number, now: number): Level {
    const filled = Math.min(this.#capacity, this.#level + (now - this.#at) * this.#perMs);
    this.#at = now;
    this.#level = Math.max(-this.#capacity, Math.min(this.#capacity, filled - points));
    if (this.#level >= 0) return 'within';
    return this.#level > -this.#capacity ? 'over' : 'exhausted';
  }

  /** Milliseconds until nothing is owed. */
  debtMs(now: number): number {
    this.take(0, now);
    return Math.max(0, -this.#level / this.#perMs);
  }

  isFull(now: number): boolean {
    this.take(0, now);
    return this.#level === this.#capacity;
  }
}

/** `over`: asked for more than there was, by less than a whole bucket; `exhausted`: by more. */
export type Level = 'within' | 'over' | 'exhausted';
