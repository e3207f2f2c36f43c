export interface SemaphoreLimits {
  /** Works of one key that run at a time. */
  readonly maxRunning: number;
  /** Works of one key that wait; further ones are refused at once. */
  readonly maxWaiting: number;
  /** The longest wait; unlimited by default. */
  readonly maxWaitMs?: number;
  /** Makes the error for a work that gets no turn. */
  readonly refuse: () => Error;
}

interface Turn {
  running: number;
  readonly waiting: Set<() => void>;
}

/** Bounds how many works of one key run at a time; keys do not affect each other. Works of a key begin in the order of their calls. */
export class Semaphore {
  readonly #limits: SemaphoreLimits;
  readonly #keys = new Map<number | string, Turn>();

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  /** Waits for a turn; returns the function that ends it. @throws what `refuse` makes, if the key gets none */
  async enter(key: number | string = ''): Promise<() => void> {
    const turn = this.#keys.get(key) ?? { running: 0, waiting: new Set<() => void>() };
    this.#keys.set(key, turn);
    if (turn.running < this.#limits.maxRunning) turn.running += 1;
    else await this.#wait(turn);
    return () => this.#leave(key, turn);
  }

  /** Runs the work in its turn. @throws like {@link enter}, without running it */
  async run<T>(key: number | string, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(key);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  #wait({ waiting }: Turn): Promise<void> {
    const { maxWaiting, maxWaitMs, refuse } = this.#limits;
    if (waiting.size >= maxWaiting) throw refuse();
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waiting.delete(begin);
        reject(refuse());
      };
      const tooLong = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      const begin = (): void => {
        clearTimeout(tooLong);
        resolve();
      };
      waiting.add(begin);
    });
  }

  /** Passes the turn to the longest waiter directly, so that no later work overtakes it. */
  #leave(key: number | string, turn: Turn): void {
    for (const begin of turn.waiting) {
      turn.waiting.delete(begin);
      begin();
      return;
    }
    turn.running -= 1;
    if (turn.running === 0) this.#keys.delete(key);
  }
}
