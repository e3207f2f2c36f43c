/** Runs a socket's requests one after the other. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** True if nothing is running or queued. */
  get isFree(): boolean {
    return this.#waiting === 0;
  }

  /** Queues `work`; it starts when all earlier work has ended. */
  take(work: () => Promise<unknown>): void {
    this.#waiting += 1;
    const done = this.#last.then(work).finally(() => {
      this.#waiting -= 1;
    });
    // A failure becomes an uncaught error; later work still runs.
    this.#last = done.catch(throwLater);
  }
}

/** The turn of one request: it ends once its command is submitted, or with the request. */
export class Turn {
  #hasEnded = false;
  #goOn: (() => void) | null = null;

  end(): void {
    this.#hasEnded = true;
    this.#goOn?.();
  }

  /** Resolves with the turn's end. @param request never fails */
  until(request: Promise<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#hasEnded) return resolve();
      this.#goOn = resolve;
      request.then(() => this.end(), reject);
    });
  }
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
