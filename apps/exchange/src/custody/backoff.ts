export interface BackoffParts {
  /** After the first failure; twice as long after each further one. */
  readonly firstMs: number;
  readonly mostMs: number;
  readonly now: () => number;
}

interface Wait {
  readonly failures: number;
  readonly until: number;
}

/** What failed is tried again, later each time. Kept in memory: a new process tries everything once at once. */
export class Backoff {
  readonly #parts: BackoffParts;
  readonly #waits = new Map<number, Wait>();

  constructor(parts: BackoffParts) {
    this.#parts = parts;
  }

  failed(id: number): void {
    const { firstMs, mostMs, now } = this.#parts;
    const failures = this.#waits.get(id)?.failures ?? 0;
    this.#waits.set(id, { failures: failures + 1, until: now() + Math.min(firstMs * 2 ** failures, mostMs) });
  }

  over(id: number): void {
    this.#waits.delete(id);
  }

  /** Those whose time hasn't come. What nobody tried when it had is forgotten. */
  waiting(): number[] {
    const { now, mostMs } = this.#parts;
    const time = now();
    for (const [id, { until }] of this.#waits) if (until + 2 * mostMs < time) this.#waits.delete(id);
    return [...this.#waits].flatMap(([id, { until }]) => (until > time ? [id] : []));
  }
}
