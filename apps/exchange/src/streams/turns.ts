/** What a socket asked for that has to wait for what it asked before. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Nothing has to be waited for. */
  get isFree(): boolean {
    return this.#waiting === 0;
  }

  /** Begins `work` once all before it is over, and lets nothing after it begin until it is over itself. */
  take(work: () => Promise<unknown>): void {
    this.#waiting += 1;
    this.#last = this.#last.then(work).finally(() => {
      this.#waiting -= 1;
    });
  }
}
