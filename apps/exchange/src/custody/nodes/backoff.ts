import { backoffMs, type Backoff as Waits } from '../../platform/retry.ts';

export interface BackoffOptions extends Waits {
  readonly now: () => number;
}

interface Wait {
  readonly failures: number;
  readonly until: number;
}

/** Retries failures with growing waits. Kept in memory: a new process retries everything immediately. */
export class Backoff {
  readonly #options: BackoffOptions;
  readonly #waits = new Map<number, Wait>();

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  failed(id: number): void {
    const failures = (this.#waits.get(id)?.failures ?? 0) + 1;
    this.#waits.set(id, { failures, until: this.#options.now() + backoffMs(failures, this.#options) });
  }

  over(id: number): void {
    this.#waits.delete(id);
  }

  /** Ids whose wait is not over. Forgets ids that were not retried when their time came. */
  waiting(): number[] {
    const { now, maxMs } = this.#options;
    const time = now();
    for (const [id, { until }] of this.#waits) if (until + 2 * maxMs < time) this.#waits.delete(id);
    return [...this.#waits].flatMap(([id, { until }]) => (until > time ? [id] : []));
  }
}
