interface Due {
  readonly at: number;
  readonly run: () => void;
}

/** Time that advances only by its scheduled events: the same in every run, and hours in a moment. */
export class VirtualTime {
  #now = 0;
  /** Latest first; newest first at the same time. */
  readonly #due: Due[] = [];

  /** Milliseconds since the start of the simulation. */
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

  /** Runs events one after the other, each with all its immediate consequences, until `isOver`. */
  async runUntil(isOver: () => boolean): Promise<void> {
    await everythingSettled();
    while (!isOver()) {
      const next = this.#due.pop();
      if (!next) throw new Error('no event is scheduled, and the simulation is not over');
      this.#now = next.at;
      next.run();
      await everythingSettled();
    }
  }
}

/** Resolved promises are all settled when the next turn begins; nothing here waits for the real world. */
function everythingSettled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
