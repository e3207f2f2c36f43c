interface Due {
  readonly at: number;
  readonly run: () => void;
}

/** Time that passes only by what is to happen in it: the same in every run, and hours in a moment. */
export class VirtualTime {
  #now = 0;
  /** The latest first, and of the same time the newest first. */
  readonly #due: Due[] = [];

  /** Milliseconds since the simulation's beginning. */
  get now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): void {
    const at = this.#now + ms;
    let [low, high] = [0, this.#due.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#due[middle]?.at ?? 0) > at) low = middle + 1;
      else high = middle;
    }
    this.#due.splice(low, 0, { at, run });
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, resolve);
    });
  }

  /** Lets things happen, one after the other, each with all that follows from it at once, until it is over. */
  async runUntil(isOver: () => boolean): Promise<void> {
    await everythingSettled();
    while (!isOver()) {
      const next = this.#due.pop();
      if (!next) throw new Error('nothing is to happen any more, and it is not over');
      this.#now = next.at;
      next.run();
      await everythingSettled();
    }
  }
}

/** Promises that resolve each other are all through when the next turn begins; nothing here waits for the real world. */
function everythingSettled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
