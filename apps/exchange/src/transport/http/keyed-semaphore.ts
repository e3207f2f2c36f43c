import { tooOften } from '../../refusals/refusal.ts';

export interface KeyedSemaphoreLimits {
  /** Per key. */
  readonly maxRunning: number;
  /** Per key; further calls are refused immediately. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

interface Turns {
  running: number;
  readonly waiting: Set<() => void>;
}

/** Limits concurrency per key; keys do not affect each other. */
export class KeyedSemaphore {
  readonly #limits: KeyedSemaphoreLimits;
  readonly #keys = new Map<number | string, Turns>();

  constructor(limits: KeyedSemaphoreLimits) {
    this.#limits = limits;
  }

  /** @throws Refusal 429 if too many calls of this key are waiting, or its turn does not come in time */
  async run<T>(key: number | string, work: () => Promise<T>): Promise<T> {
    const turns = this.#keys.get(key) ?? { running: 0, waiting: new Set<() => void>() };
    this.#keys.set(key, turns);
    if (turns.running < this.#limits.maxRunning) turns.running += 1;
    else await this.#wait(turns);
    try {
      return await work();
    } finally {
      this.#release(key, turns);
    }
  }

  #wait({ waiting }: Turns): Promise<void> {
    const { maxWaiting, maxWaitMs } = this.#limits;
    if (waiting.size >= maxWaiting) throw tooOften(maxWaitMs);
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(tooLong);
        resolve();
      };
      const tooLong = setTimeout(() => {
        waiting.delete(begin);
        reject(tooOften(maxWaitMs));
      }, maxWaitMs);
      waiting.add(begin);
    });
  }

  /** Passes the slot to the longest waiter directly, so that no later call overtakes it. */
  #release(key: number | string, turns: Turns): void {
    for (const begin of turns.waiting) {
      turns.waiting.delete(begin);
      begin();
      return;
    }
    turns.running -= 1;
    if (turns.running === 0) this.#keys.delete(key);
  }
}
