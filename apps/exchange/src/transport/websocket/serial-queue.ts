/** What a socket asked for that has to wait for what it asked before. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Nothing has to be waited for. */
  get isFree(): boolean {
    return this.#waiting === 0;
  }

  /** Begins `work` once all before it is over, and lets nothing after it begin until it is over itself. */
  take(work: () => Promise<unknown>): void {
    this.#waiting += 1;
    const done = this.#last.then(work).finally(() => {
      this.#waiting -= 1;
    });
    // Work that fails is noted as an error of nobody's; what waits behind it has its turn all the same.
    this.#last = done.catch(throwLater);
  }
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
