/** A bucket of points that refills steadily. It can be overdrawn by at most its capacity. */
export class TokenBucket {
  readonly #capacity: number;
  readonly #perMs: number;
  #level: number;
  #at: number;

  /** @param refillMs time in which an empty bucket fills up */
  constructor(capacity: number, refillMs: number, now: number) {
    this.#capacity = capacity;
    this.#perMs = capacity / refillMs;
    this.#level = capacity;
    this.#at = now;
  }

  /** Takes points out; negative points are put back. */
  take(points: number, now: number): Level {
    const filled = Math.min(this.#capacity, this.#level + (now - this.#at) * this.#perMs);
    this.#at = now;
    this.#level = Math.max(-this.#capacity, Math.min(this.#capacity, filled - points));
    if (this.#level >= 0) return 'within';
    return this.#level > -this.#capacity ? 'over' : 'exhausted';
  }

  /** Milliseconds until the bucket is no longer overdrawn. */
  debtMs(now: number): number {
    this.take(0, now);
    return Math.max(0, -this.#level / this.#perMs);
  }

  isFull(now: number): boolean {
    this.take(0, now);
    return this.#level === this.#capacity;
  }
}

/** `over`: overdrawn by less than the capacity; `exhausted`: by all of it. */
export type Level = 'within' | 'over' | 'exhausted';
