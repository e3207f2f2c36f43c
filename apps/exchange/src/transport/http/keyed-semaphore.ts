import { tooOften } from '../../refusals/refusal.ts';

export interface KeyedSemaphoreLimits {
  /** Of one key. */
  readonly atOnceMax: number;
  /** Of one key; the next one is refused at once. */
  readonly waitingMax: number;
  readonly waitMsMax: number;
}

interface Turns {
  running: number;
  readonly waiting: Set<() => void>;
}

/** Runs the work of each key a few at a time, whatever other keys do. */
export class KeyedSemaphore {
  readonly #limits: KeyedSemaphoreLimits;
  readonly #keys = new Map<number | string, Turns>();

  constructor(limits: KeyedSemaphoreLimits) {
    this.#limits = limits;
  }

  /** @throws Refusal 429 where too many of this key wait already, or its turn doesn't come in time */
  async run<T>(key: number | string, work: () => Promise<T>): Promise<T> {
    const turns = this.#keys.get(key) ?? { running: 0, waiting: new Set<() => void>() };
    this.#keys.set(key, turns);
    if (turns.running < this.#limits.atOnceMax) turns.running += 1;
    else await this.#wait(turns);
    try {
      return await work();
    } finally {
      this.#handOn(key, turns);
    }
  }

  #wait({ waiting }: Turns): Promise<void> {
    const { waitingMax, waitMsMax } = this.#limits;
    if (waiting.size >= waitingMax) throw tooOften(waitMsMax);
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(tooLong);
        resolve();
      };
      const tooLong = setTimeout(() => {
        waiting.delete(begin);
        reject(tooOften(waitMsMax));
      }, waitMsMax);
      waiting.add(begin);
    });
  }

  /** The place goes to who waits longest, so that nobody gets in between. */
  #handOn(key: number | string, turns: Turns): void {
    for (const begin of turns.waiting) {
      turns.waiting.delete(begin);
      begin();
      return;
    }
    turns.running -= 1;
    if (turns.running === 0) this.#keys.delete(key);
  }
}
